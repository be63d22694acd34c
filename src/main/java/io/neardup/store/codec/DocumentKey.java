package io.neardup.store.codec;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// The key of a document on disk: collection number (4 bytes), id (UTF-8). The documents of a
/// collection are one range of keys, ordered by id.
public final class DocumentKey {

  public static final int PREFIX = Integer.BYTES;

  private DocumentKey() {}

  public static byte[] of(int collection, String id) {
    return of(collection, id.getBytes(StandardCharsets.UTF_8));
  }

  public static byte[] of(int collection, byte[] id) {
    return new BinaryWriter(PREFIX + id.length).fixedInt(collection).raw(id).toBytes();
  }

  /// The lower bound of a collection's keys, and the upper bound of the previous collection's keys.
  public static byte[] first(int collection) {
    return of(collection, new byte[0]);
  }

  public static int collection(byte[] key) {
    return new BinaryReader(key).fixedInt();
  }

  /// The id in UTF-8.
  public static byte[] utf8(byte[] key) {
    return Arrays.copyOfRange(key, PREFIX, key.length);
  }

  public static String id(byte[] key) {
    return new String(key, PREFIX, key.length - PREFIX, StandardCharsets.UTF_8);
  }
}

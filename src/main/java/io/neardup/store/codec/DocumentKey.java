package io.neardup.store.codec;

import io.neardup.store.Partitions;
import java.nio.charset.StandardCharsets;

/// The key of a document on disk: partition (1 byte), collection's number (4 bytes), id (UTF-8).
///
/// A partition is one range of keys, and the documents of a collection in it are one range, ordered
/// by id.
public final class DocumentKey {

  public static final int PREFIX = 5;

  private DocumentKey() {}

  public static byte[] of(Partitions partitions, int collection, String id) {
    byte[] utf8 = id.getBytes(StandardCharsets.UTF_8);
    return of(partitions.of(utf8, 0, utf8.length), collection, utf8);
  }

  public static byte[] of(int partition, int collection, byte[] id) {
    return new BinaryWriter(PREFIX + id.length)
        .octet(partition)
        .fixedInt(collection)
        .raw(id)
        .toBytes();
  }

  /// The lower bound of the keys of a collection in a partition.
  public static byte[] first(int partition, int collection) {
    return of(partition, collection, new byte[0]);
  }

  public static int partition(byte[] key) {
    return key[0] & 0xFF;
  }

  public static int collection(byte[] key) {
    return new BinaryReader(key, 1, PREFIX).fixedInt();
  }

  public static String id(byte[] key, int length) {
    return new String(key, PREFIX, length - PREFIX, StandardCharsets.UTF_8);
  }
}

package io.neardup.store;

import io.neardup.simhash.Xxh3;
import java.nio.charset.StandardCharsets;

/// The function from document ids to partitions.
///
/// Neither the function nor the number of partitions of a data directory ever changes: keys on disk
/// begin with the partition.
///
/// @param count 1 to 256
public record Partitions(int count) {

  public static final int MAX = 256;
  static final int DEFAULT = 24;

  public Partitions {
    if (count < 1 || count > MAX) {
      throw new IllegalArgumentException("partitions must be 1 to " + MAX + ", was " + count);
    }
  }

  /// The partition of a document: the high word of XXH3(id in UTF-8) * count.
  public int of(String id) {
    byte[] bytes = id.getBytes(StandardCharsets.UTF_8);
    return of(bytes, 0, bytes.length);
  }

  /// The partition of the document whose id is `bytes[from, to)`.
  public int of(byte[] bytes, int from, int to) {
    return (int) Math.unsignedMultiplyHigh(Xxh3.hash(bytes, from, to), count);
  }
}

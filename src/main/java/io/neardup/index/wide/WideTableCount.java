package io.neardup.index.wide;

import io.neardup.hamming.Blocks;
import io.neardup.hamming.FingerprintSnapshot;
import java.util.stream.Stream;

/// The number of tables in an index of wide fingerprints.
public enum WideTableCount {
  /// One table for each 16-bit block: the fastest.
  ALL(1),

  /// One table for every second block, at little more than half the memory.
  HALF(2),

  /// No tables: every lookup is a scan.
  NONE(1);

  private static final double OWNER_BYTES = 10.5;
  private static final double ENTRY_BYTES = 12.2;

  private final int stride;

  WideTableCount(int stride) {
    this.stride = stride;
  }

  /// The blocks of `bits`-bit fingerprints, and which of them have a table.
  public Blocks blocks(int bits) {
    return Blocks.wide(bits, stride);
  }

  /// The largest number of tables that fits a memory budget in bytes.
  ///
  /// @param bits the width of the fingerprints, more than 64
  /// @param fingerprints expected number
  public static WideTableCount within(long bytes, int bits, long fingerprints) {
    return Stream.of(ALL, HALF)
        .filter(tables -> tables.bytes(bits, fingerprints) <= bytes)
        .findFirst()
        .orElse(NONE);
  }

  /// The estimated size of a large index in bytes: for each fingerprint its words, its document, a
  /// hash table slot, and in each table a sketch, a row number and a share of the recent rows.
  public long bytes(int bits, long fingerprints) {
    int tables = this == NONE ? 0 : blocks(bits).keys();
    double each =
        FingerprintSnapshot.wordCount(bits) * Long.BYTES + OWNER_BYTES + tables * ENTRY_BYTES;
    return Math.round(fingerprints * each);
  }
}

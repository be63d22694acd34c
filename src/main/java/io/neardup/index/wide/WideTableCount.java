package io.neardup.index.wide;

import io.neardup.hamming.Blocks;
import io.neardup.hamming.FingerprintSnapshot;

/// How many tables an index of wide fingerprints keeps.
public enum WideTableCount {
  /// One for each block of 16 bits: the fastest.
  ALL(1),

  /// One for every second block, for little more than half of the memory.
  HALF(2),

  /// None: every lookup is a scan.
  NONE(1);

  private static final double OWNER_BYTES = 10.5;
  private static final double ENTRY_BYTES = 12.2;

  private final int stride;

  WideTableCount(int stride) {
    this.stride = stride;
  }

  /// How fingerprints of `bits` bits are cut, and which blocks have a table.
  public Blocks blocks(int bits) {
    return Blocks.wide(bits, stride);
  }

  /// What a fingerprint of `bits` bits takes in a large index, in bytes: its words, its document, a
  /// place in the hash table, and in each table a sketch, a row number and a share of recent ones.
  public double bytesEach(int bits) {
    int tables = this == NONE ? 0 : blocks(bits).keys();
    return FingerprintSnapshot.wordCount(bits) * Long.BYTES + OWNER_BYTES + tables * ENTRY_BYTES;
  }
}

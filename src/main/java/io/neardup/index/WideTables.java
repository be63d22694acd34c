package io.neardup.index;

/// How many tables an index of wide fingerprints keeps.
public enum WideTables {
  /// One for each block of 16 bits: the fastest.
  ALL(1),

  /// One for every second block, for little more than half of the memory.
  HALF(2),

  /// None: every lookup is a scan.
  NONE(1);

  private final int stride;

  WideTables(int stride) {
    this.stride = stride;
  }

  Blocks blocks(int bits) {
    return Blocks.wide(bits, stride);
  }
}

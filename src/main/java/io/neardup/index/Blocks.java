package io.neardup.index;

import io.neardup.simhash.Fingerprint;

/// How wide fingerprints are cut into blocks: runs of nearly equal length, at most 16 bits each.
///
/// | bits | blocks | bits a block |
/// |---|---|---|
/// | 100 | 7 | 14–15 |
/// | 128 | 8 | 16 |
/// | 256 | 16 | 16 |
/// | 512 | 32 | 16 |
///
/// @param bits the width of the fingerprints, 32 to 512
record Blocks(int bits) {

  /// The longest block: 65,536 buckets a table keep buckets short up to ten million fingerprints
  /// and more, and are few enough to be probed by hundreds.
  static final int MAX_WIDTH = 16;

  Blocks {
    if (bits < Fingerprint.MIN_BITS || bits > Fingerprint.MAX_BITS) {
      throw new IllegalArgumentException("bits must be 32 to 512, was " + bits);
    }
  }

  /// How many blocks there are.
  int count() {
    return (bits + MAX_WIDTH - 1) / MAX_WIDTH;
  }

  /// How many bits a block has, 11 to 16; block 0 is the least significant.
  int width(int block) {
    return bits / count() + (block < bits % count() ? 1 : 0);
  }

  /// The bits of a block.
  ///
  /// @param words bit i is bit i % 64 of `words[i / 64]`
  int value(int block, long[] words) {
    int from = block * (bits / count()) + Math.min(block, bits % count());
    int width = width(block);
    long value = words[from / Long.SIZE] >>> from;
    if (from % Long.SIZE + width > Long.SIZE) {
      value |= words[from / Long.SIZE + 1] << -from;
    }
    return (int) value & (1 << width) - 1;
  }
}

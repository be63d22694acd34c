package io.neardup.index;

import io.neardup.simhash.Fingerprint;

/// How fingerprints are cut into blocks: runs of nearly equal length. Wide ones are cut into as few
/// as have at most 16 bits each.
///
/// | bits | blocks | bits a block |
/// |---|---|---|
/// | 100 | 7 | 14–15 |
/// | 128 | 8 | 16 |
/// | 256 | 16 | 16 |
/// | 512 | 32 | 16 |
///
/// @param bits the width of the fingerprints, 32 to 512
/// @param count how many blocks there are
record Blocks(int bits, int count) {

  /// The longest block of wide fingerprints: 65,536 buckets a table keep buckets short up to ten
  /// million fingerprints and more, and are few enough to be probed by hundreds.
  static final int MAX_WIDTH = 16;

  Blocks {
    if (bits < Fingerprint.MIN_BITS || bits > Fingerprint.MAX_BITS) {
      throw new IllegalArgumentException("bits must be 32 to 512, was " + bits);
    }
    if (count < 1 || count > bits) {
      throw new IllegalArgumentException("count must be 1 to " + bits + ", was " + count);
    }
  }

  /// As few blocks as have at most 16 bits each.
  Blocks(int bits) {
    this(bits, (bits + MAX_WIDTH - 1) / MAX_WIDTH);
  }

  /// How many bits a block has; block 0 is the least significant.
  int width(int block) {
    return bits / count + (block < bits % count ? 1 : 0);
  }

  /// The bits of a block of at most 16.
  ///
  /// @param words bit i is bit i % 64 of `words[i / 64]`
  int value(int block, long[] words) {
    return value(block, words, 0);
  }

  /// The same of the fingerprint whose words begin at `at`.
  int value(int block, long[] words, int at) {
    int from = block * (bits / count) + Math.min(block, bits % count);
    int width = width(block);
    int word = at + from / Long.SIZE;
    long value = words[word] >>> from;
    if (from % Long.SIZE + width > Long.SIZE) {
      value |= words[word + 1] << -from;
    }
    return (int) value & (1 << width) - 1;
  }
}

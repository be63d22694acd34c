package io.neardup.hamming;

import io.neardup.simhash.Fingerprint;

/// The division of fingerprints into blocks, and the bits of blocks that are table keys.
///
/// Blocks are runs of nearly equal length. Wide fingerprints are divided into the smallest number
/// of blocks of at most 16 bits each:
///
/// | bits | blocks | bits per block |
/// |---|---|---|
/// | 100 | 7 | 14–15 |
/// | 128 | 8 | 16 |
/// | 256 | 16 | 16 |
/// | 512 | 32 | 16 |
///
/// Every `stride`-th block is the key of a table, without its last `dropped` bits.
///
/// @param bits the width of the fingerprints, 32 to 512
/// @param count the number of blocks
/// @param stride 1 if each block has a table, 2 if every second block has one
/// @param dropped how many bits shorter than their blocks keys are, 0 or more
public record Blocks(int bits, int count, int stride, int dropped) {

  /// The longest block of wide fingerprints: 65,536 buckets per table keep buckets short up to more
  /// than ten million fingerprints, and few enough to probe hundreds of them.
  static final int MAX_WIDTH = 16;

  /// Checks that the blocks cover all bits.
  public Blocks {
    if (bits < Fingerprint.MIN_BITS || bits > Fingerprint.MAX_BITS) {
      throw new IllegalArgumentException("bits must be 32 to 512, was " + bits);
    }
    if (count < 1 || count > bits) {
      throw new IllegalArgumentException("count must be 1 to " + bits + ", was " + count);
    }
    if (stride < 1 || stride > count) {
      throw new IllegalArgumentException("stride must be 1 to " + count + ", was " + stride);
    }
    if (dropped < 0 || dropped >= bits / count) {
      throw new IllegalArgumentException(
          "dropped must be 0 to " + (bits / count - 1) + ", was " + dropped);
    }
  }

  /// Blocks that are all complete keys.
  public Blocks(int bits, int count) {
    this(bits, count, 1, 0);
  }

  /// These blocks with keys shortened by the last `dropped` bits of each block.
  public Blocks shortened(int dropped) {
    return new Blocks(bits, count, stride, dropped);
  }

  /// The smallest number of blocks of at most 16 bits each; every `stride`-th block is a key.
  public static Blocks wide(int bits, int stride) {
    return new Blocks(bits, Math.ceilDiv(bits, MAX_WIDTH), stride, 0);
  }

  /// The number of keys.
  public int keys() {
    return Math.ceilDiv(count, stride);
  }

  /// The number of bits of a key.
  public int width(int key) {
    return end(key) - from(key);
  }

  /// The lowest bit of a key; key 0 is the least significant.
  public int from(int key) {
    return start(key * stride) + dropped;
  }

  /// The bit after the highest one of a key.
  public int end(int key) {
    return start(key * stride + 1);
  }

  private int start(int block) {
    return block * (bits / count) + Math.min(block, bits % count);
  }

  /// A key of at most 16 bits.
  ///
  /// @param words of the fingerprint: bit i is bit i % 64 of `words[i / 64]`
  public int value(int key, long[] words) {
    return value(key, words, 0);
  }

  /// A key of at most 16 bits of the fingerprint whose words begin at `at`.
  public int value(int key, long[] words, int at) {
    return (int) run(words, at, from(key), width(key));
  }

  /// A run of 1 to 64 bits of the fingerprint whose words begin at `at`.
  public static long run(long[] words, int at, int from, int length) {
    int word = at + from / Long.SIZE;
    long value = words[word] >>> from;
    if (from % Long.SIZE + length > Long.SIZE) {
      value |= words[word + 1] << -from;
    }
    return value & -1L >>> -length;
  }
}

package io.neardup.spark.pair;

import io.neardup.hamming.Blocks;
import java.io.Serializable;

/// The division of a circular run of bits of fingerprints into blocks, whose values are the keys of
/// partitions: pairs of which a block is equal meet in a partition.
///
/// A key is at most [#MAX_KEY_BITS] of its block, so that groups are counted in little memory;
/// equal blocks have equal keys, so nothing is missed.
///
/// @param bits the width of the fingerprints
/// @param offset the first bit of the run
/// @param length the length of the run, which continues at bit 0 after the last bit
/// @param blocks the number of blocks, 1 to `length`; 0 for one group of all fingerprints
public record KeyLayout(int bits, int offset, int length, int blocks) implements Serializable {

  /// The longest key.
  public static final int MAX_KEY_BITS = 20;

  /// The blocks of whole fingerprints.
  public static KeyLayout of(int bits, int blocks) {
    return new KeyLayout(bits, 0, bits, blocks);
  }

  /// The blocks of the bits that are not in the key of a block.
  public KeyLayout further(int block, int parts) {
    int width = width(block);
    return new KeyLayout(bits, (start(block) + width) % bits, length - width, parts);
  }

  /// The number of keys of a fingerprint.
  public int keys() {
    return Math.max(1, blocks);
  }

  /// The number of bits of a key; 0 if all fingerprints form one group.
  public int width(int block) {
    return blocks == 0
        ? 0
        : Math.min(MAX_KEY_BITS, length / blocks + (block < length % blocks ? 1 : 0));
  }

  /// The key of a block.
  ///
  /// @param words of the fingerprint: bit i is bit i % 64 of `words[i / 64]`
  /// @param at the index of the first word
  public int value(int block, long[] words, int at) {
    int width = width(block);
    if (width == 0) {
      return 0;
    }
    int from = start(block) % bits;
    int low = Math.min(width, bits - from);
    long value = Blocks.run(words, at, from, low);
    if (low < width) {
      value |= Blocks.run(words, at, 0, width - low) << low;
    }
    return (int) value;
  }

  private int start(int block) {
    return blocks == 0
        ? offset
        : offset + block * (length / blocks) + Math.min(block, length % blocks);
  }
}

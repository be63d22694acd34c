package io.neardup.hamming;

/// Blocks of rows for a [io.neardup.pairs.ProbeJoin]: contiguous from bit 0 of word 0 on, the first
/// ones a bit longer if the width is not divisible.
///
/// @param bits of a row
/// @param blocks at most `bits`, each of at most 30 bits
public record BlockCut(int bits, int blocks) {

  /// The lowest bit of a block.
  int shift(int block) {
    return block * (bits / blocks) + Math.min(block, bits % blocks);
  }

  /// The number of bits of a block.
  public int width(int block) {
    return bits / blocks + (block < bits % blocks ? 1 : 0);
  }

  /// The value of a block of a row.
  ///
  /// @param words of consecutive rows
  /// @param at index of the row's first word
  public int value(long[] words, int at, int block) {
    int shift = shift(block);
    int width = width(block);
    int word = at + shift / Long.SIZE;
    int offset = shift % Long.SIZE;
    long value = words[word] >>> offset;
    if (offset + width > Long.SIZE) {
      value |= words[word + 1] << (Long.SIZE - offset);
    }
    return (int) value & ~(-1 << width);
  }
}

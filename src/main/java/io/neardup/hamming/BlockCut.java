package io.neardup.hamming;

/// How rows are cut into blocks for a [io.neardup.pairs.ProbeJoin]: side by side from bit 0 of word
/// 0 on, the first ones a bit longer where the width does not divide.
///
/// @param bits of a row
/// @param blocks at most `bits`, each of at most 30 bits
public record BlockCut(int bits, int blocks) {

  /// Where a block begins.
  int shift(int block) {
    return block * (bits / blocks) + Math.min(block, bits % blocks);
  }

  /// How many bits a block has.
  public int width(int block) {
    return bits / blocks + (block < bits % blocks ? 1 : 0);
  }

  /// The bits of a row's block.
  ///
  /// @param words of rows, one after the other
  /// @param at where the row begins in them
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

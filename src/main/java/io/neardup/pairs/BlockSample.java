package io.neardup.pairs;

import io.neardup.hamming.Blocks;
import io.neardup.hamming.FingerprintSnapshot;

/// A sample of the rows of a collection, to estimate the number of comparisons of a plan: texts
/// from one template agree on many blocks, and a block with few features has few values.
final class BlockSample {

  private static final int SIZE = 512; // 130,816 pairs: a millisecond for 16 blocks

  private final int bits;
  private final int wordCount;
  private final int size;
  private final long[] words;

  /// Samples every n-th row.
  BlockSample(FingerprintSnapshot snapshot) {
    this.bits = snapshot.bits();
    this.wordCount = snapshot.wordCount();
    this.size = Math.min(SIZE, snapshot.size());
    this.words = new long[size * wordCount];
    for (int i = 0; i < size; i++) {
      int row = (int) ((long) snapshot.size() * i / size);
      System.arraycopy(snapshot.words(), row * wordCount, words, i * wordCount, wordCount);
    }
  }

  /// The share of pairs that differ in at most `radius` bits of a block, summed over all blocks:
  /// the number of comparisons relative to all pairs.
  double sharesNear(int blocks, int radius) {
    Blocks cut = new Blocks(bits, blocks);
    long near = 0;
    int[] values = new int[size];
    for (int block = 0; block < blocks; block++) {
      for (int i = 0; i < size; i++) {
        values[i] = cut.value(block, words, i * wordCount);
      }
      for (int i = 1; i < size; i++) {
        near += countNear(values, i, radius);
      }
    }
    return size < 2 ? 0 : 2.0 * near / ((double) size * (size - 1));
  }

  private static int countNear(int[] values, int count, int radius) {
    int near = 0;
    int one = values[count];
    for (int i = 0; i < count; i++) {
      near += radius - Integer.bitCount(values[i] ^ one) >>> Integer.SIZE - 1 ^ 1;
    }
    return near;
  }
}

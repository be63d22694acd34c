package io.neardup.pairs;

import io.neardup.hamming.RadixPartition;
import java.util.Arrays;

/// A sample of a range, to decide whether partitioning it further reduces comparisons.
final class RangeSample {

  private static final int SIZE = 256;
  private static final int MAX_KEY_BITS = 12;
  private static final double WORTH = 0.5; // share of comparisons that partitioning must save

  private RangeSample() {}

  /// Whether partitioning a range by each child of its path leaves fewer pairs to compare.
  static boolean isWorthSplitting(long[] source, int from, int to, KeyPath path) {
    int count = Math.min(SIZE, to - from);
    double step = (double) (to - from) / count;
    long[] keys = new long[count];
    double left = 0;
    for (KeyPath child : path.children()) {
      int bits = Math.min(child.keyBits(), MAX_KEY_BITS);
      for (int i = 0; i < count; i++) {
        long fingerprint = source[from + (int) (i * step)];
        keys[i] = RadixPartition.digit(fingerprint, child.shiftOf(bits), bits);
      }
      Arrays.sort(keys);
      left += shareOfEqualPairs(keys);
    }
    return !path.children().isEmpty() && left < 1 - WORTH;
  }

  private static double shareOfEqualPairs(long[] sorted) {
    long equal = 0;
    for (int i = 1, run = 0; i < sorted.length; i++) {
      run = sorted[i] == sorted[i - 1] ? run + 1 : 0;
      equal += run;
    }
    return 2.0 * equal / ((double) sorted.length * (sorted.length - 1));
  }
}

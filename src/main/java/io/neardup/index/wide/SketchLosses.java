package io.neardup.index.wide;

import io.neardup.hamming.Blocks;
import java.util.Arrays;
import java.util.SplittableRandom;

/// The share of fingerprints at one distance that are in a probed bucket but not found, because
/// their sketch differs too much in every table that contains them under a probed key.
///
/// Sketches overlap each other and the keys, so the losses are simulated with a fixed set of random
/// pairs. [io.neardup.index.Probing#recall] computes the share in the buckets exactly. In useful
/// plans the losses are a hundredth or less, so 8,192 pairs measure them to a thousandth.
final class SketchLosses {

  private static final int PAIRS = 1 << 13;
  private static final long SEED = 0x5EED;

  private final short[][] lost; // number of pairs, by step and threshold

  /// Simulates pairs at a distance. O(PAIRS * (distance + steps)).
  ///
  /// @param maxStep the largest step to simulate
  SketchLosses(SketchWindows windows, int distance, int maxStep) {
    this.lost = new short[maxStep + 1][windows.longest() + 1];
    Blocks blocks = windows.blocks();
    SplittableRandom random = new SplittableRandom(SEED);
    int[] order = new int[blocks.bits()];
    Arrays.setAll(order, bit -> bit);
    int[] least = new int[maxStep + 2];
    for (int pair = 0; pair < PAIRS; pair++) {
      count(leastByStep(windows, differing(distance, order, random), least));
    }
  }

  /// The words of an exclusive or with `distance` random bits set.
  private static long[] differing(int distance, int[] order, SplittableRandom random) {
    long[] words = new long[(order.length + Long.SIZE - 1) / Long.SIZE];
    for (int i = 0; i < distance; i++) {
      int other = random.nextInt(i, order.length);
      int bit = order[other];
      order[other] = order[i];
      order[i] = bit;
      words[bit / Long.SIZE] |= 1L << bit;
    }
    return words;
  }

  /// The smallest number of differing sketch bits in any table that contains the pair under a
  /// probed key, by step.
  private static int[] leastByStep(SketchWindows windows, long[] words, int[] least) {
    Arrays.fill(least, Integer.MAX_VALUE);
    Blocks blocks = windows.blocks();
    for (int table = 0; table < blocks.keys(); table++) {
      int flips = Integer.bitCount(blocks.value(table, words));
      int step = flips * blocks.keys() + table + 1; // the first step with that radius
      if (step < least.length) {
        int differing = Long.bitCount(windows.sketch(table, words, 0));
        least[step] = Math.min(least[step], differing);
      }
    }
    for (int step = 2; step < least.length; step++) {
      least[step] = Math.min(least[step], least[step - 1]);
    }
    return least;
  }

  private void count(int[] least) {
    for (int step = 1; step < lost.length; step++) {
      short[] byThreshold = lost[step];
      if (least[step] != Integer.MAX_VALUE) {
        for (int threshold = 0; threshold < least[step]; threshold++) {
          byThreshold[threshold]++;
        }
      }
    }
  }

  /// The probability that a fingerprint at the distance is lost.
  double share(int step, int threshold) {
    return (double) lost[step][threshold] / PAIRS;
  }
}

package io.neardup.index.wide;

import io.neardup.hamming.Binomial;
import java.util.stream.IntStream;

/// Probabilities that sketches differ in few bits.
final class SketchOdds {

  private static final double[][] OF_RANDOM =
      IntStream.rangeClosed(0, Long.SIZE).mapToObj(SketchOdds::ofRandom).toArray(double[][]::new);

  private SketchOdds() {}

  /// The share of random sketches that differ in at most `threshold` of `width` bits.
  ///
  /// @param width 0 to 64
  static double ofRandom(int width, int threshold) {
    return OF_RANDOM[width][Math.min(width, threshold)];
  }

  private static double[] ofRandom(int width) {
    double[] shares = new double[width + 1];
    double share = 0;
    for (int differing = 0; differing <= width; differing++) {
      share += Math.scalb(Binomial.of(width, differing), -width);
      shares[differing] = Math.min(1, share);
    }
    return shares;
  }

  /// The probability that at most `threshold` of `distance` differing bits, anywhere among `bits`,
  /// are in the first word.
  static double atDistance(int bits, int distance, int threshold) {
    int width = Math.min(Long.SIZE, bits);
    if (threshold >= Math.min(width, distance)) {
      return 1;
    }
    double ways = 0;
    for (int differing = Math.max(0, distance - (bits - width));
        differing <= threshold;
        differing++) {
      ways += Binomial.of(width, differing) * Binomial.of(bits - width, distance - differing);
    }
    return Math.min(1, ways / Binomial.of(bits, distance));
  }
}

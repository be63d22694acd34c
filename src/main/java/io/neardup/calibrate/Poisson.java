package io.neardup.calibrate;

import java.util.SplittableRandom;

/// Random numbers of events.
final class Poisson {

  private static final double LARGE = 60;

  private Poisson() {}

  /// A number with that mean; from the normal distribution if the mean is large.
  static double sample(double mean, SplittableRandom random) {
    if (mean > LARGE) {
      return Math.max(0, Math.rint(mean + Math.sqrt(mean) * random.nextGaussian()));
    }
    double limit = StrictMath.exp(-mean);
    int count = 0;
    for (double product = random.nextDouble(); product > limit; product *= random.nextDouble()) {
      count++;
    }
    return count;
  }
}

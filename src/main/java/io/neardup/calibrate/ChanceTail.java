package io.neardup.calibrate;

/* The number of unrelated pairs within small distances, of which a sample has few or none.

   counts
     |                        .'
     |                     .·'        from `upper` down to `lower`: the counts themselves, to
     |                 ..·'           which a geometric distribution is fitted
     |        ....···''
     +-------|---------|--------- distance
           lower     upper

Below `lower`, where fewer than 10 pairs were seen, the number of pairs is taken from the fitted
geometric distribution: each bit less divides it by the same factor. Sums of many independent bits
have a lighter tail than that, so the fit errs to too many false matches rather than too few. */

/// The lower tail of the distances of unrelated texts.
final class ChanceTail {

  private static final int FEW = 10;
  private static final int FITTED = 500;

  private ChanceTail() {}

  /// The expected numbers of pairs up to each distance; those seen if they are too few to be
  /// extrapolated.
  ///
  /// @param counts of pairs seen at each distance
  static double[] cumulative(double[] counts) {
    double[] sums = MatchRates.cumulative(counts.clone());
    int lower = first(sums, FEW);
    if (lower == 0 || sums[lower] < FEW) {
      return sums;
    }
    double factor = factor(counts, sums, first(sums, FITTED));
    for (int distance = lower - 1; distance >= 0; distance--) {
      sums[distance] = sums[distance + 1] * factor;
    }
    return sums;
  }

  /// The first distance up to which there are so many pairs, or else the last distance.
  private static int first(double[] sums, int count) {
    int distance = 0;
    while (distance < sums.length - 1 && sums[distance] < count) {
      distance++;
    }
    return distance;
  }

  /// The factor from one distance to the next smaller one: the maximum likelihood estimate from the
  /// mean distance below `upper`.
  private static double factor(double[] counts, double[] sums, int upper) {
    double below = 0;
    for (int distance = 0; distance <= upper; distance++) {
      below += counts[distance] * (upper - distance);
    }
    double mean = below / sums[upper];
    return mean / (1 + mean);
  }
}

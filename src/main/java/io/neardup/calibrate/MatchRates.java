package io.neardup.calibrate;

import io.neardup.calibrate.ProfileCalibration.DistanceScore;

/// What a lookup finds up to each distance, on average.
///
/// @param found near-duplicates, by the largest distance of matches
/// @param wrong other texts, by the largest distance of matches
/// @param duplicates all near-duplicates, found or not
@SuppressWarnings("ArrayRecordComponent") // compared by nobody, read in inner loops
record MatchRates(double[] found, double[] wrong, double duplicates) {

  /// The share of near-duplicates among the matches; 1 without matches.
  double precision(int distance) {
    double matches = found[distance] + wrong[distance];
    return matches == 0 ? 1 : found[distance] / matches;
  }

  /// The share of the near-duplicates that are found.
  double recall(int distance) {
    return found[distance] / duplicates;
  }

  /// The harmonic mean of precision and recall.
  double f1(int distance) {
    return 2 * found[distance] / (found[distance] + wrong[distance] + duplicates);
  }

  DistanceScore score(int distance) {
    return new DistanceScore(
        distance, precision(distance), recall(distance), f1(distance), wrong[distance]);
  }

  /// Running sums, in place.
  static double[] cumulative(double[] counts) {
    for (int i = 1; i < counts.length; i++) {
      counts[i] += counts[i - 1];
    }
    return counts;
  }
}

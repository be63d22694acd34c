package io.neardup.calibrate;

import java.util.Arrays;
import java.util.List;

/// How many pairs have each distance, from 0 to half of the bits; sums of weights if pairs were
/// sampled.
///
/// @param duplicates of near-duplicates
/// @param others of other texts
/// @param duplicatesBeyond farther near-duplicates, or without features in common since a text has
///   none
/// @param othersBeyond farther others
public record DistanceHistogram(
    List<Double> duplicates, List<Double> others, double duplicatesBeyond, double othersBeyond) {

  static DistanceHistogram of(
      double[] duplicates, double[] others, double duplicatesBeyond, double othersBeyond) {
    return new DistanceHistogram(
        Arrays.stream(duplicates).boxed().toList(),
        Arrays.stream(others).boxed().toList(),
        duplicatesBeyond,
        othersBeyond);
  }
}

package io.neardup.calibrate;

import io.neardup.calibrate.edit.EditedCopies.EditExample;
import io.neardup.calibrate.edit.EditedCopies.EditRecall;
import java.util.Arrays;
import java.util.List;

/// What was measured of one profile.
///
/// @param atDefault the scores at the default distance of the profile
/// @param duplicatesPerDocument how many near-duplicates of a document were assumed
/// @param curve the scores at every distance up to half of the bits
/// @param histogram of the distances
/// @param edits the recall by edit; empty for labelled pairs
/// @param examples of edited copies about the recommended distance; likewise
public record ProfileCalibration(
    DistanceScore atDefault,
    double duplicatesPerDocument,
    List<DistanceScore> curve,
    DistanceHistogram histogram,
    List<EditRecall> edits,
    List<EditExample> examples) {

  /// The scores of a profile, if texts up to a distance count as near-duplicates.
  ///
  /// @param distance in bits
  /// @param precision the share of matches that are near-duplicates; 1 without matches
  /// @param recall the share of near-duplicates that are found
  /// @param f1 the harmonic mean of both
  /// @param falseMatches the expected number of false matches of a lookup
  public record DistanceScore(
      int distance, double precision, double recall, double f1, double falseMatches) {}

  /// How many pairs have each distance, from 0 to half of the bits; sums of weights if pairs were
  /// sampled.
  ///
  /// @param duplicates of near-duplicates
  /// @param others of other texts
  /// @param duplicatesBeyond farther near-duplicates, or without features in common since a text
  ///   has none
  /// @param othersBeyond farther others
  public record DistanceHistogram(
      List<Double> duplicates, List<Double> others, double duplicatesBeyond, double othersBeyond) {

    /// @param duplicates by distance, then those beyond
    /// @param others likewise
    static DistanceHistogram of(double[] duplicates, double[] others) {
      int distances = duplicates.length - 1;
      return new DistanceHistogram(
          Arrays.stream(duplicates, 0, distances).boxed().toList(),
          Arrays.stream(others, 0, distances).boxed().toList(),
          duplicates[distances],
          others[distances]);
    }
  }
}

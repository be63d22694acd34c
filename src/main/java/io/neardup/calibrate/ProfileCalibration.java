package io.neardup.calibrate;

import io.neardup.calibrate.edit.EditedCopies.EditRecall;
import io.neardup.profile.Profile;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// What was measured of one profile.
///
/// @param profile its name
/// @param bytes of a fingerprint
/// @param textsPerSecond fingerprinted on one thread, of the texts of this calibration; null with
///   too few texts to measure it
/// @param recommended the best distance
/// @param atDefault the scores at the default distance of the profile
/// @param duplicatesPerDocument how many near-duplicates of a document were assumed
/// @param curve the scores at every distance up to half of the bits
/// @param histogram of the distances
/// @param edits the recall by edit; empty for labelled pairs
public record ProfileCalibration(
    String profile,
    int bits,
    int bytes,
    @Nullable Double textsPerSecond,
    Recommendation recommended,
    DistanceScore atDefault,
    double duplicatesPerDocument,
    List<DistanceScore> curve,
    DistanceHistogram histogram,
    List<EditRecall> edits) {

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

  static ProfileCalibration of(
      TextSketcher sketcher,
      Evidence evidence,
      CalibrationOptions options,
      SplittableRandom random,
      CalibrationProgress progress) {
    Profile profile = sketcher.profile();
    MatchRates rates = evidence.rates();
    Recommendation recommended =
        new Recommender(profile, evidence, options.resamples(), random, progress).recommendation();
    List<DistanceScore> curve =
        IntStream.range(0, rates.found().length).mapToObj(rates::score).toList();
    return new ProfileCalibration(
        profile.name(),
        profile.bits(),
        profile.bits() / Byte.SIZE,
        sketcher.textsPerSecond(),
        recommended,
        curve.get(Math.min(profile.maxDistance(), curve.size() - 1)),
        evidence.duplicatesPerDocument(),
        curve,
        evidence.histogram(),
        evidence.edits().apply(recommended.distance()));
  }
}

package io.neardup.calibrate;

import io.neardup.calibrate.PairTruth.Shares;
import io.neardup.profile.Profile;
import java.util.List;
import java.util.SplittableRandom;

/// A calibration of a profile by the distances of labelled pairs alone, of which no documents are
/// known.
public final class LabelledCalibration {

  private LabelledCalibration() {}

  /// The result if all pairs of some documents are labelled.
  ///
  /// @param documents their number
  /// @throws IllegalArgumentException without a pair of near-duplicates and a pair of others
  public static CalibrationResult of(
      Profile profile, LabelledDistances distances, long documents, CalibrationOptions options) {
    distances.requireBoth();
    Double requested = options.duplicatesPerDocument();
    double labelled = distances.ofDuplicates().weight() * 2 / documents;
    Evidence evidence =
        LabelledEvidence.of(
            distances,
            distances,
            2.0 / documents,
            documents,
            none(profile.bits(), documents),
            true,
            requested == null ? labelled : requested);
    ProfileCalibration result =
        ProfileCalibration.of(
            new TextSketcher(profile),
            evidence,
            options,
            new SplittableRandom(options.seed()),
            CalibrationProgress.NONE);
    return CalibrationResult.of(
        CalibrationResult.Source.PAIRS,
        documents,
        0,
        distances.duplicates(),
        distances.others(),
        options.seed(),
        List.of(result));
  }

  private static UnlabelledPairs none(int bits, long documents) {
    PairSample sample =
        new PairSample(
            List.of(),
            Evidence.farthest(bits),
            PairSample.Selection.ALL,
            new SplittableRandom(1),
            CalibrationProgress.NONE);
    int distances = sample.farthest() + 1;
    return new UnlabelledPairs(
        sample,
        new Shares(new double[distances], new double[distances]),
        0,
        documents,
        distance -> true);
  }
}

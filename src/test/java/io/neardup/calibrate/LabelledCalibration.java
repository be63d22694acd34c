package io.neardup.calibrate;

import io.neardup.calibrate.UnlabelledPairs.Shares;
import io.neardup.calibrate.edit.EditLimits;
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
  public static CalibrationResult of(
      Profile profile, LabelledDistances distances, long documents, CalibrationOptions options) {
    Double requested = options.duplicatesPerDocument();
    double labelled = distances.duplicates().weight() * 2 / documents;
    Evidence evidence =
        Evidence.ofLabels(
            distances,
            distances,
            2.0 / documents,
            none(profile.bits(), documents),
            true,
            requested == null ? labelled : requested);
    Recommender result =
        new Recommender(
            new TextSketcher(profile),
            evidence,
            new SplittableRandom(options.seed()),
            CalibrationProgress.NONE);
    return CalibrationResult.of(
        CalibrationResult.Source.PAIRS,
        new ComparedDocuments(List.of(), documents, EditLimits.of(options.editRate())),
        distances.duplicates().count(),
        distances.others().count(),
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

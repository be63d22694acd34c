package io.neardup.quality;

import io.neardup.calibrate.CalibrationOptions;
import io.neardup.calibrate.CalibrationProgress;
import io.neardup.calibrate.DocumentCalibration;
import io.neardup.calibrate.EvaluatedProfile;
import io.neardup.calibrate.LabelledCalibration;
import io.neardup.calibrate.LabelledDistances;
import io.neardup.calibrate.ProfileCalibration.DistanceScore;
import io.neardup.profile.Profile;
import io.neardup.profile.Profiles;
import io.neardup.quality.LabelledTexts.Kind;
import io.neardup.quality.LabelledTexts.Pair;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/// Measures how near the distances that a calibration recommends come to the best distance of each
/// kind of texts.
///
/// ```
/// mvn -Pquality test-compile exec:exec -Dquality.main=io.neardup.quality.CalibrationReport
/// ```
///
/// System properties as for [QualityReport]: `quality.data`, `quality.kinds`, `quality.parts`, and
/// `quality.only` with names of profiles.
///
/// - *Labels*: the distance that all labels recommend, and its F1. *Held out*: the pairs of a kind
///   are divided into two random halves; the distance that one half recommends is scored on the
///   other, and compared with the best F1 of that other half; the mean and the largest difference
///   of both directions and [#SPLITS] divisions.
/// - *Documents*: the distance that the texts recommend without labels is scored on all pairs, and
///   compared with the best F1 of all pairs.
public final class CalibrationReport {

  private static final int SPLITS = 4;

  private CalibrationReport() {}

  public static void main(String[] arguments) throws IOException {
    List<String> only = QualityReport.list("quality.only", ",").toList();
    LabelledTexts texts = LabelledTexts.requested();
    for (Profile profile : new Profiles().all()) {
      if (only.isEmpty() || only.contains(profile.name())) {
        List<Row> rows = new ArrayList<>();
        texts.kinds().forEach((name, kind) -> rows.add(measure(name, kind, profile)));
        System.out.println(table(profile, rows));
      }
    }
  }

  /// The results of one kind.
  ///
  /// @param best the F1 of all pairs at the best distance
  /// @param bestDistance the nearest of them
  /// @param atDefault F1 of all pairs at the default distance of the profile
  /// @param labels the distance that all labels recommend
  /// @param lossOfLabels the mean difference to the best F1 of the other half
  /// @param worstOfLabels the largest of these differences
  /// @param documents the distance that the documents recommend
  /// @param f1OfDocuments F1 of all pairs there
  record Row(
      String kind,
      double best,
      int bestDistance,
      double atDefault,
      EvaluatedProfile labels,
      double lossOfLabels,
      double worstOfLabels,
      EvaluatedProfile documents,
      double f1OfDocuments) {

    double lossOfDocuments() {
      return best - f1OfDocuments;
    }
  }

  static Row measure(String name, Kind kind, Profile profile) {
    Distances distances = FingerprintMethod.of(profile).distances(kind.texts());
    EvaluatedProfile all = calibrate(profile, kind, halves(kind, distances, profile, 0).getFirst());
    DistanceScore best =
        all.calibration().curve().stream().reduce((a, b) -> b.f1() > a.f1() ? b : a).orElseThrow();
    double sum = 0;
    double worst = 0;
    for (int split = 1; split <= SPLITS; split++) {
      List<EvaluatedProfile> halves =
          halves(kind, distances, profile, split).stream()
              .map(half -> calibrate(profile, kind, half))
              .toList();
      for (int i = 0; i < 2; i++) {
        List<DistanceScore> other = halves.get(1 - i).calibration().curve();
        double loss =
            other.stream().mapToDouble(DistanceScore::f1).max().orElseThrow()
                - other.get(halves.get(i).distance()).f1();
        sum += loss;
        worst = Math.max(worst, loss);
      }
    }
    EvaluatedProfile unlabelled =
        new DocumentCalibration(
                List.of(profile), CalibrationOptions.DEFAULTS, CalibrationProgress.NONE)
            .of(kind.texts(), kind.texts().size())
            .profiles()
            .getFirst();
    return new Row(
        name,
        best.f1(),
        best.distance(),
        all.calibration().atDefault().f1(),
        all,
        sum / (2 * SPLITS),
        worst,
        unlabelled,
        all.calibration().curve().get(unlabelled.distance()).f1());
  }

  private static EvaluatedProfile calibrate(Profile profile, Kind kind, LabelledDistances labels) {
    return LabelledCalibration.of(profile, labels, kind.texts().size(), CalibrationOptions.DEFAULTS)
        .profiles()
        .getFirst();
  }

  /// The labelled pairs in two random halves; all of them in the first if the seed is 0.
  private static List<LabelledDistances> halves(
      Kind kind, Distances distances, Profile profile, int seed) {
    Set<Long> positives = keys(kind.positives());
    Set<Long> ambiguous = keys(kind.ambiguous());
    List<LabelledDistances> halves =
        List.of(new LabelledDistances(profile.bits()), new LabelledDistances(profile.bits()));
    SplittableRandom random = new SplittableRandom(seed);
    for (int a = 1; a < distances.documents(); a++) {
      for (int b = 0; b < a; b++) {
        int half = seed == 0 ? 0 : random.nextInt(2);
        int distance = distances.between(a, b);
        boolean duplicate = positives.contains(key(a, b));
        if (duplicate || !ambiguous.contains(key(a, b))) {
          halves.get(half).add(distance, duplicate, 1);
        }
      }
    }
    return halves;
  }

  private static Set<Long> keys(List<Pair> pairs) {
    return pairs.stream()
        .map(pair -> key(Math.max(pair.a(), pair.b()), Math.min(pair.a(), pair.b())))
        .collect(Collectors.toCollection(HashSet::new));
  }

  private static long key(int a, int b) {
    return (long) a << Integer.SIZE | b;
  }

  static String table(Profile profile, List<Row> rows) {
    MarkdownTable table =
        new MarkdownTable(
            "kind",
            "best",
            "F1",
            "F1 at " + profile.maxDistance(),
            "labels",
            "90 %",
            "F1",
            "loss held out",
            "worst",
            "documents",
            "90 %",
            "F1",
            "loss");
    for (Row row : rows) {
      table.row(
          row.kind,
          String.valueOf(row.bestDistance),
          MarkdownTable.figure(row.best),
          MarkdownTable.figure(row.atDefault),
          String.valueOf(row.labels.distance()),
          interval(row.labels),
          MarkdownTable.figure(row.labels.f1()),
          MarkdownTable.figure(row.lossOfLabels),
          MarkdownTable.figure(row.worstOfLabels),
          String.valueOf(row.documents.distance()),
          interval(row.documents),
          MarkdownTable.figure(row.f1OfDocuments),
          MarkdownTable.figure(row.lossOfDocuments()));
    }
    return "## " + profile.name() + "\n\n" + table;
  }

  private static String interval(EvaluatedProfile recommended) {
    return recommended.lowest() + " to " + recommended.highest();
  }
}

package io.neardup.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.neardup.calibrate.ProfileCalibration.DistanceHistogram;
import io.neardup.calibrate.ProfileCalibration.DistanceScore;
import io.neardup.profile.Profiles;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LabelCalibrationTests {

  private static final CalibrationOptions OPTIONS = CalibrationOptions.DEFAULTS;
  private static final int DOCUMENTS = 1_000;

  @Test
  void theSmallestDistanceThatSeparatesPairsIsRecommended() {
    LabelledDistances distances = new LabelledDistances(256);
    for (int i = 0; i < 100; i++) {
      distances.add(i % 21, true, 1); // 0 to 20
      distances.add(60 + i % 60, false, 1); // 60 to 119
    }
    EvaluatedProfile profile = calibrate(distances);
    EvaluatedProfile recommended = profile;
    assertThat(recommended.distance()).isEqualTo(20);
    assertThat(recommended.calibration().curve().get(20))
        .isEqualTo(new DistanceScore(20, 1, 1, 1, 0));
    assertThat(recommended.f1()).isEqualTo(1);
    assertThat(recommended.lowest()).isBetween(18, 20);
    assertThat(recommended.highest()).isEqualTo(20);
    assertThat(recommended.warning()).isNull();
    assertThat(recommended.reason())
        .startsWith("Up to 20 of 256 bits, 100.0 % of the near-duplicates are found")
        .contains("up to 59 bits; this is the smallest such distance")
        .endsWith("are at 60 bits or more, too far to determine the limit: label pairs near it.");
  }

  @Test
  void nothingIsSaidAboutOthersNearTheLimit() {
    LabelledDistances distances = new LabelledDistances(256);
    for (int i = 0; i < 100; i++) {
      distances.add(i % 21, true, 1);
      distances.add(30 + i % 60, false, 1);
    }
    assertThat(calibrate(distances).reason()).doesNotContain("too far");
  }

  @Test
  void scoresAreThoseOfAHandComputation() {
    LabelledDistances distances = new LabelledDistances(64);
    distances.add(3, true, 1);
    distances.add(5, true, 2);
    distances.add(9, true, 1);
    distances.add(-1, true, 1); // a text without features is never found
    distances.add(5, false, 0.5);
    distances.add(8, false, 4);
    distances.add(64, false, 100);
    List<DistanceScore> curve = calibrate(distances).calibration().curve();
    assertThat(curve).hasSize(33);
    assertThat(curve.get(2)).isEqualTo(new DistanceScore(2, 1, 0, 0, 0));
    assertThat(curve.get(3).precision()).isEqualTo(1);
    assertThat(curve.get(3).recall()).isEqualTo(0.2, within(1e-12));
    assertThat(curve.get(5).precision()).isEqualTo(3 / 3.5, within(1e-12));
    assertThat(curve.get(5).recall()).isEqualTo(0.6, within(1e-12));
    assertThat(curve.get(5).f1()).isEqualTo(6 / 8.5, within(1e-12));
    assertThat(curve.get(5).falseMatches()).isEqualTo(2 * 0.5 / DOCUMENTS, within(1e-12));
    assertThat(curve.get(9).f1()).isEqualTo(8 / 13.5, within(1e-12));
    assertThat(curve.get(32).recall()).isEqualTo(0.8, within(1e-12));
    assertThat(calibrate(distances).calibration().duplicatesPerDocument())
        .isEqualTo(2 * 5.0 / DOCUMENTS, within(1e-12));
    DistanceHistogram histogram = calibrate(distances).calibration().histogram();
    assertThat(histogram.duplicates().get(5)).isEqualTo(2, within(1e-12));
    assertThat(histogram.duplicatesBeyond()).isEqualTo(1, within(1e-12));
    assertThat(histogram.others().get(8)).isEqualTo(4, within(1e-12));
    assertThat(histogram.othersBeyond()).isEqualTo(100, within(1e-12));
  }

  /// Among many unrelated documents, the same labels have another precision.
  @Test
  void precisionDependsOnTheNumberOfNearDuplicates() {
    LabelledDistances distances = new LabelledDistances(64);
    for (int i = 0; i < 100; i++) {
      distances.add(i % 10, true, 1);
      distances.add(5 + i % 20, false, 1);
    }
    DistanceScore asLabelled = calibrate(distances).calibration().curve().get(9);
    DistanceScore rare =
        LabelledCalibration.of(
                Profiles.PAPER_V1,
                distances,
                DOCUMENTS,
                new CalibrationOptions(1, 0.2, 0.2 * 100 / DOCUMENTS))
            .profiles()
            .getFirst()
            .calibration()
            .curve()
            .get(9);
    assertThat(asLabelled.precision()).isEqualTo(100 / 125.0, within(1e-12));
    assertThat(rare.precision()).isEqualTo(10 / 35.0, within(1e-12));
    assertThat(rare.recall()).isEqualTo(asLabelled.recall(), within(1e-12));
  }

  @Test
  void profilesThatDoNotSeparateThePairsAreWarnedAboutFirst() {
    LabelledDistances distances = new LabelledDistances(64);
    for (int i = 0; i < 100; i++) {
      distances.add(i % 30, true, 1);
      distances.add(i % 30, false, 1);
    }
    CalibrationResult result = result(distances);
    assertThat(result.profiles().getFirst().reason())
        .startsWith("No distance separates these texts well: F1 is 0.6");
    assertThat(result.reason()).startsWith("No distance separates these texts well");
    assertThat(result.reason()).contains("Each at its recommended distance");
  }

  @Test
  void aPairCountsAsOftenAsItsWeight() {
    LabelledDistances weighted = new LabelledDistances(64);
    LabelledDistances repeated = new LabelledDistances(64);
    for (int distance = 0; distance < 20; distance++) {
      boolean duplicate = distance < 9;
      weighted.add(distance, duplicate, 7);
      for (int i = 0; i < 7; i++) {
        repeated.add(distance, duplicate, 1);
      }
    }
    assertThat(calibrate(weighted).calibration().curve())
        .isEqualTo(calibrate(repeated).calibration().curve());
    EvaluatedProfile few = calibrate(weighted);
    EvaluatedProfile many = calibrate(repeated);
    assertThat(few.highest() - few.lowest()).isGreaterThan(many.highest() - many.lowest());
    assertThat(few.reason())
        .startsWith(
            "Too few pairs for a reliable choice: 9 of near-duplicates and 11 others were"
                + " measured");
    assertThat(many.warning()).isNull();
  }

  @Test
  void moreLabelsMakeTheIntervalNarrower() {
    assertThat(width(2_000)).isLessThan(width(30)).isLessThan(4);
  }

  private static int width(int pairs) {
    LabelledDistances distances = new LabelledDistances(64);
    for (int i = 0; i < pairs; i++) {
      distances.add((i * 7) % 16, true, 1);
      distances.add(8 + (i * 5) % 24, false, 1);
    }
    EvaluatedProfile recommended = calibrate(distances);
    return recommended.highest() - recommended.lowest();
  }

  @Test
  void textsAreMeasuredWithEveryProfile() {
    AtomicLong reported = new AtomicLong();
    LabelCalibration calibration =
        new LabelCalibration(
            List.of(Profiles.PAPER_V1, Profiles.SIMHASH_256_V1),
            OPTIONS,
            (done, total) -> reported.incrementAndGet());
    for (int i = 0; i < 120; i++) {
      String text = text(i);
      calibration.add(new LabelledPair(text, text.replace("three", "four"), true, 1));
      calibration.add(new LabelledPair(text, text(i + 1_000), false, 1));
    }
    CalibrationResult result = calibration.result(null, null);
    assertThat(reported.get()).isGreaterThan(2);
    assertThat(result.from()).isEqualTo(CalibrationResult.Source.PAIRS);
    assertThat(result.duplicates()).isEqualTo(120);
    assertThat(result.others()).isEqualTo(120);
    assertThat(result.profiles())
        .extracting(EvaluatedProfile::profile)
        .containsExactly("paper-v1", "simhash-256-v1");
    assertThat(result.profiles()).extracting(EvaluatedProfile::bytes).containsExactly(8, 32);
    assertThat(result.profiles())
        .allSatisfy(profile -> {
          assertThat(profile.textsPerSecond()).isGreaterThan(100);
          assertThat(profile.f1()).isGreaterThan(0.95);
        });
    // Both separate the pairs, so the one with fewer bytes is recommended.
    assertThat(result.profiles().getFirst().f1())
        .isGreaterThan(result.profiles().getLast().f1() - 0.002);
    assertThat(result.profile()).isEqualTo("paper-v1");
    assertThat(result.reason()).contains("paper-v1", "8 bytes");
  }

  @Test
  void onlyLabelsOfBothKindsAreAccepted() {
    LabelCalibration calibration =
        new LabelCalibration(List.of(Profiles.PAPER_V1), OPTIONS, CalibrationProgress.NONE);
    calibration.add(new LabelledPair("one text", "another text", true, 1));
    assertThatThrownBy(() -> calibration.result(null, null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("had 1 and 0");
    LabelledDistances distances = new LabelledDistances(64);
    assertThatThrownBy(() -> distances.add(1, true, 0)).hasMessageContaining("weight");
    assertThatThrownBy(() -> distances.add(1, true, Double.NaN)).hasMessageContaining("weight");
    assertThatThrownBy(() -> new LabelCalibration(List.of(), OPTIONS, CalibrationProgress.NONE))
        .hasMessageContaining("profiles");
  }

  @Test
  void aCalibrationEndsWithTheExceptionOfItsProgress() {
    LabelCalibration calibration =
        new LabelCalibration(
            List.of(Profiles.PAPER_V1),
            OPTIONS,
            (done, total) -> {
              throw new IllegalStateException("stopped at " + done);
            });
    LabelledPair pair = new LabelledPair("one text", "another text", false, 1);
    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 1_000; i++) {
                calibration.add(pair);
              }
            })
        .hasMessage("stopped at 100");
  }

  private static EvaluatedProfile calibrate(LabelledDistances distances) {
    return result(distances).profiles().getFirst();
  }

  private static CalibrationResult result(LabelledDistances distances) {
    return LabelledCalibration.of(
        distances.others().asMeasured().length > 100 ? Profiles.SIMHASH_256_V1 : Profiles.PAPER_V1,
        distances,
        DOCUMENTS,
        OPTIONS);
  }

  private static String text(int seed) {
    StringBuilder text = new StringBuilder("three");
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < 60; i++) {
      text.append(" w").append(random.nextInt(5_000));
    }
    return text.toString();
  }
}

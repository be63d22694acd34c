package io.neardup.cli;

import io.neardup.calibrate.CalibrationResult;
import io.neardup.calibrate.EvaluatedProfile;
import io.neardup.calibrate.ProfileCalibration.DistanceScore;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Collections;
import java.util.List;
import java.util.function.ToDoubleFunction;

/// A recommendation of distances: the result as JSON, or a page with charts.
record CalibrationReport(CalibrationResult json) implements Report {

  private static final List<String> COLUMNS =
      List.of("profile", "bits", "distance", "precision", "recall", "F1", "texts a second");

  @Override
  public HtmlPage html() {
    HtmlPage page =
        new HtmlPage("Recommended distances")
            .text("p", json.reason())
            .table(COLUMNS, json.profiles().stream().map(CalibrationReport::row));
    if (json.profiles().size() > 1) {
      page.markup(f1(json));
    }
    for (EvaluatedProfile profile : json.profiles()) {
      page.text("h2", profile.profile())
          .text("p", profile.reason())
          .markup(scores(profile))
          .markup(histogram(profile));
    }
    return page;
  }

  private static List<?> row(EvaluatedProfile profile) {
    Double speed = profile.textsPerSecond();
    return List.of(
        profile.profile(),
        profile.bits(),
        profile.distance(),
        rounded(profile.precision()),
        rounded(profile.recall()),
        rounded(profile.f1()),
        speed == null ? "" : Math.round(speed));
  }

  private static BigDecimal rounded(double share) {
    return BigDecimal.valueOf(share).setScale(3, RoundingMode.HALF_UP);
  }

  /// Precision, recall and F1 of a profile by distance, with the recommended distance.
  static String scores(EvaluatedProfile profile) {
    return chart("Precision, recall and F1 of " + profile.profile(), profile)
        .mark("90 % of resamples", profile.lowest(), profile.highest())
        .mark("recommended: " + profile.distance(), profile.distance(), profile.distance())
        .line("precision", values(profile, DistanceScore::precision))
        .line("recall", values(profile, DistanceScore::recall))
        .line("F1", values(profile, DistanceScore::f1))
        .svg();
  }

  /// The distances of near-duplicates and of other texts, each as shares of its own largest count.
  static String histogram(EvaluatedProfile profile) {
    int recommended = profile.distance();
    return chart("Distances under " + profile.profile(), profile)
        .mark("recommended: " + recommended, recommended, recommended)
        .line("near-duplicates", shares(profile.calibration().histogram().duplicates()))
        .line("other texts", shares(profile.calibration().histogram().others()))
        .svg();
  }

  /// F1 of all profiles, by the share of bits that differ.
  static String f1(CalibrationResult result) {
    int percent = 50;
    SvgChart chart = new SvgChart("F1 by distance", "distance in % of the bits", percent);
    for (EvaluatedProfile profile : result.profiles()) {
      double[] values = new double[percent + 1];
      List<DistanceScore> curve = profile.calibration().curve();
      for (int i = 0; i <= percent; i++) {
        values[i] = curve.get(Math.min(curve.size() - 1, i * profile.bits() / 100)).f1();
      }
      chart.line(profile.profile(), values);
    }
    return chart.svg();
  }

  private static SvgChart chart(String title, EvaluatedProfile profile) {
    return new SvgChart(title, "distance in bits", profile.calibration().curve().size() - 1);
  }

  private static double[] values(EvaluatedProfile profile, ToDoubleFunction<DistanceScore> metric) {
    return profile.calibration().curve().stream().mapToDouble(metric).toArray();
  }

  private static double[] shares(List<Double> counts) {
    double largest = Math.max(Collections.max(counts), Double.MIN_NORMAL);
    return counts.stream().mapToDouble(count -> count / largest).toArray();
  }
}

package io.neardup.cli;

import io.neardup.calibrate.CalibrationResult;
import io.neardup.calibrate.DistanceScore;
import io.neardup.calibrate.ProfileCalibration;
import io.neardup.calibrate.Recommendation;
import io.neardup.cli.files.FileFailure;
import io.neardup.cli.files.OutputFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// A recommendation of distances, as JSON or as an HTML page with charts.
///
/// @param file `.json`, `.html`, or `-` for JSON to the standard output
record CalibrationReport(OutputFile file) {

  CalibrationReport {
    if (!file.name().equals("-")) {
      JoinReport.named(file.name());
    }
  }

  /// Writes it.
  void write(CalibrationResult result) {
    String report = file.name().endsWith(".html") ? html(result) : json(result);
    try (OutputStream out = file.open()) {
      out.write(report.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw FileFailure.of(file.name(), e);
    }
  }

  private static String json(CalibrationResult result) {
    return JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .build()
            .writeValueAsString(result)
        + "\n";
  }

  private static String html(CalibrationResult result) {
    StringBuilder page = new StringBuilder(HtmlPage.begin("Recommended distances"));
    page.append("<p>").append(HtmlPage.escaped(result.reason())).append("</p>\n<table>\n");
    page.append(
        "<tr><th>profile</th><th>bits</th><th>distance</th><th>precision</th><th>recall</th>"
            + "<th>F1</th><th>texts a second</th></tr>\n");
    for (ProfileCalibration profile : result.profiles()) {
      DistanceScore score = profile.recommended().score();
      page.append(
          String.format(
              Locale.ROOT,
              "<tr><td>%s</td><td class=\"n\">%d</td><td class=\"n\">%d</td><td class=\"n\">%.3f</td>"
                  + "<td class=\"n\">%.3f</td><td class=\"n\">%.3f</td><td class=\"n\">%s</td></tr>%n",
              HtmlPage.escaped(profile.profile()),
              profile.bits(),
              score.distance(),
              score.precision(),
              score.recall(),
              score.f1(),
              profile.textsPerSecond() == null
                  ? ""
                  : String.format(Locale.ROOT, "%,.0f", profile.textsPerSecond())));
    }
    page.append("</table>\n");
    if (result.profiles().size() > 1) {
      page.append(f1(result));
    }
    for (ProfileCalibration profile : result.profiles()) {
      page.append("<h2>")
          .append(HtmlPage.escaped(profile.profile()))
          .append("</h2>\n<p>")
          .append(HtmlPage.escaped(profile.recommended().reason()))
          .append("</p>\n")
          .append(scores(profile))
          .append(histogram(profile));
    }
    return page.append(HtmlPage.END).toString();
  }

  /// Precision, recall and F1 of a profile by distance, with the recommended distance.
  static String scores(ProfileCalibration profile) {
    Recommendation recommended = profile.recommended();
    return chart("Precision, recall and F1 of " + profile.profile(), profile)
        .mark("90 % of resamples", recommended.lowest(), recommended.highest())
        .mark(
            "recommended: " + recommended.distance(),
            recommended.distance(),
            recommended.distance())
        .line("precision", values(profile, DistanceScore::precision))
        .line("recall", values(profile, DistanceScore::recall))
        .line("F1", values(profile, DistanceScore::f1))
        .svg();
  }

  /// The distances of near-duplicates and of other texts, each as shares of its own largest count.
  static String histogram(ProfileCalibration profile) {
    int recommended = profile.recommended().distance();
    return chart("Distances under " + profile.profile(), profile)
        .mark("recommended: " + recommended, recommended, recommended)
        .line("near-duplicates", shares(profile.histogram().duplicates()))
        .line("other texts", shares(profile.histogram().others()))
        .svg();
  }

  /// F1 of all profiles, by the share of bits that differ.
  static String f1(CalibrationResult result) {
    int percent = 50;
    SvgChart chart = new SvgChart("F1 by distance", "distance in % of the bits", percent);
    for (ProfileCalibration profile : result.profiles()) {
      double[] values = new double[percent + 1];
      List<DistanceScore> curve = profile.curve();
      for (int i = 0; i <= percent; i++) {
        values[i] = curve.get(Math.min(curve.size() - 1, i * profile.bits() / 100)).f1();
      }
      chart.line(profile.profile(), values);
    }
    return chart.svg();
  }

  private static SvgChart chart(String title, ProfileCalibration profile) {
    return new SvgChart(title, "distance in bits", profile.curve().size() - 1);
  }

  private static double[] values(
      ProfileCalibration profile, ToDoubleFunction<DistanceScore> metric) {
    return profile.curve().stream().mapToDouble(metric).toArray();
  }

  private static double[] shares(List<Double> counts) {
    double largest = Math.max(Collections.max(counts), Double.MIN_NORMAL);
    return counts.stream().mapToDouble(count -> count / largest).toArray();
  }
}

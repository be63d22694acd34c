package io.neardup.cli;

import io.neardup.calibrate.CalibrationCharts;
import io.neardup.calibrate.CalibrationResult;
import io.neardup.calibrate.DistanceScore;
import io.neardup.calibrate.ProfileCalibration;
import io.neardup.cli.files.FileFailure;
import io.neardup.cli.files.OutputFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// A recommendation of distances, as JSON or as an HTML page with charts.
///
/// @param file `.json`, `.html`, or `-` for JSON to the standard output
record CalibrationReport(OutputFile file) {

  CalibrationReport {
    String name = file.name();
    if (!name.equals("-") && !name.endsWith(".json") && !name.endsWith(".html")) {
      throw new FileFailure(name + ": a report is .html or .json");
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
      page.append(CalibrationCharts.f1(result));
    }
    for (ProfileCalibration profile : result.profiles()) {
      page.append("<h2>")
          .append(HtmlPage.escaped(profile.profile()))
          .append("</h2>\n<p>")
          .append(HtmlPage.escaped(profile.recommended().reason()))
          .append("</p>\n")
          .append(CalibrationCharts.scores(profile))
          .append(CalibrationCharts.histogram(profile));
    }
    return page.append(HtmlPage.END).toString();
  }
}

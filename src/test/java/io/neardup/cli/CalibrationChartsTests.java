package io.neardup.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.calibrate.CalibrationOptions;
import io.neardup.calibrate.CalibrationResult;
import io.neardup.calibrate.LabelledCalibration;
import io.neardup.calibrate.LabelledDistances;
import io.neardup.profile.Profiles;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class CalibrationChartsTests {

  private final CalibrationResult result = result();

  private static CalibrationResult result() {
    LabelledDistances distances = new LabelledDistances(256);
    for (int i = 0; i < 100; i++) {
      distances.add(i % 21, true, 1);
      distances.add(60 + i % 60, false, 1);
    }
    return LabelledCalibration.of(
        Profiles.SIMHASH_256_V1, distances, 100, CalibrationOptions.DEFAULTS);
  }

  @Test
  void linesGoThroughTheScores() throws Exception {
    Document svg = parse(CalibrationReport.scores(result.profiles().getFirst()));
    assertThat(svg.getElementsByTagName("polyline").getLength()).isEqualTo(3);
    String[] recall = points(svg, 1);
    assertThat(recall).hasSize(129);
    assertThat(y(recall[0])).isGreaterThan(250); // 5 of 100
    assertThat(y(recall[20])).isEqualTo(40); // all
    String[] precision = points(svg, 0);
    assertThat(y(precision[59])).isEqualTo(40);
    assertThat(y(precision[128])).isEqualTo(155); // a half
    assertThat(svg.getDocumentElement().getTextContent())
        .contains("recommended: " + result.profiles().getFirst().distance())
        .contains("simhash-256-v1", "F1", "distance in bits");
  }

  @Test
  void histogramsAndAllProfilesAreDrawn() throws Exception {
    Document histogram = parse(CalibrationReport.histogram(result.profiles().getFirst()));
    assertThat(y(points(histogram, 0)[0])).isEqualTo(40);
    assertThat(y(points(histogram, 0)[30])).isEqualTo(270);
    assertThat(y(points(histogram, 1)[60])).isEqualTo(40);
    Document all = parse(CalibrationReport.f1(result));
    assertThat(points(all, 0)).hasSize(51);
    assertThat(y(points(all, 0)[15])).isEqualTo(40); // 38 bits
  }

  @Test
  void namesAreEscaped() throws Exception {
    String svg = new SvgChart("a < b & c", "<unit>", 4).line("<x>", new double[] {0, 1}).svg();
    assertThat(parse(svg).getDocumentElement().getTextContent())
        .contains("a < b & c", "<unit>", "<x>");
  }

  private static String[] points(Document svg, int line) {
    return ((Element) svg.getElementsByTagName("polyline").item(line))
        .getAttribute("points")
        .split(" ");
  }

  private static double y(String point) {
    return Double.parseDouble(point.split(",")[1]);
  }

  private static Document parse(String svg) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
  }
}

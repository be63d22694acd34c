package io.neardup.quality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.neardup.profile.Profiles;
import io.neardup.quality.CalibrationReport.Row;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class CalibrationReportTests {

  private static List<Row> rows;

  @BeforeAll
  static void measure() throws IOException {
    rows =
        LabelledTexts.read(QualityReport.SAMPLE).kinds().entrySet().stream()
            .map(kind ->
                CalibrationReport.measure(kind.getKey(), kind.getValue(), Profiles.SIMHASH_256_V1))
            .toList();
  }

  @Test
  void labelsRecommendNearlyTheBestDistanceOfEachKind() {
    assertThat(rows)
        .hasSize(3)
        .allSatisfy(row -> {
          assertThat(row.labels().f1()).isGreaterThan(row.best() - 0.01);
          assertThat(row.lossOfLabels())
              .isLessThan(0.03); // of 27 to 180 near-duplicates in each half
        });
  }

  @Test
  void bestScoresAreThoseOfTheQualityReport() throws IOException {
    MethodCurves curves =
        MethodCurves.of(
            FingerprintMethod.of(Profiles.SIMHASH_256_V1),
            LabelledTexts.read(QualityReport.SAMPLE));
    assertThat(rows)
        .allSatisfy(row -> {
          KindCurve curve = curves.kinds().get(row.kind());
          assertThat(curve).isNotNull();
          assertThat(row.best()).isEqualTo(curve.at(curve.best()).f1(), within(1e-12));
          assertThat(row.atDefault()).isEqualTo(curve.at(54).f1(), within(1e-12));
          assertThat(row.f1OfDocuments())
              .isEqualTo(curve.at(row.documents().distance()).f1(), within(1e-12));
        });
  }

  @Test
  void documentsRecommendABetterDistanceThanTheDefaultForDifficultKinds() {
    assertThat(rows)
        .allSatisfy(row -> {
          assertThat(row.f1OfDocuments()).isGreaterThanOrEqualTo(row.atDefault());
          assertThat(row.lossOfDocuments()).isLessThan(0.06);
        });
    assertThat(CalibrationReport.table(Profiles.SIMHASH_256_V1, rows))
        .contains("## simhash-256-v1", "| licences | ");
  }
}

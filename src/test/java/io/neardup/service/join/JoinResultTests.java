package io.neardup.service.join;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a join guarantees to find.
class JoinResultTests {

  @ParameterizedTest
  @CsvSource({
    "SCAN, 256, 1, true, , 1",
    "TABLES, 63, 1, true, , 1",
    "PROBES, 63, 0.99, true, , 0.99",
    "PROBES, 62, 0.95129, false, 62, 0.9512",
    "PROBES, 0, 0.99999, false, 0, 0.9999",
  })
  void isExactIfNoPairCanBeMissing(
      String plan, int upTo, double probability, boolean exact, Integer exactTo, double recall) {
    JoinResult result = JoinResult.of(9, 8, 63, plan, upTo, probability);
    assertThat(result)
        .isEqualTo(
            new JoinResult(
                9,
                8,
                63,
                plan.toLowerCase(Locale.ROOT),
                exact,
                exactTo,
                recall,
                null,
                null,
                null,
                JoinResult.Found.NOTHING));
  }

  @ParameterizedTest
  @CsvSource({"TABLES, 63, 1, 20, 20", "PROBES, 15, 0.95, 20, 15", "PROBES, 15, 0.95, 3, 3"})
  void isCompleteUpToTheNearestMatchLeftOut(
      String plan, int upTo, double recall, int completeTo, int exactTo) {
    JoinResult result = JoinResult.of(9, 8, 63, plan, upTo, recall).completeTo(completeTo);
    assertThat(result.exact()).isFalse();
    assertThat(result.exactTo()).isEqualTo(exactTo);
    assertThat(result.withPairs(5))
        .returns(exactTo, JoinResult::exactTo)
        .returns(5L, each -> each.found().pairs());
  }

  @Test
  void isCompleteUpToNoDistanceIfEqualFingerprintsAreLeftOut() {
    JoinResult result = JoinResult.of(9, 8, 63, "SCAN", 64, 1).completeTo(-1);
    assertThat(result.exact()).isFalse();
    assertThat(result.exactTo()).isNull();
  }
}

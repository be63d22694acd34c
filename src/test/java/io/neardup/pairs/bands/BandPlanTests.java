package io.neardup.pairs.bands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BandPlanTests {

  @ParameterizedTest
  @CsvSource({
    "0.54, 0.95, 4x45", // simhash-256-v1
    "0.56, 0.95, 4x38", // posts-v1
    "0.48, 0.95, 3x33", // code-v1
    "0.54, 0.99, 3x34",
    "0.54, 0.5, 6x42",
    "0.9, 0.95, 8x8",
  })
  void plansFollowFromWhatIsRequested(double minSimilarity, double recall, String plan) {
    assertThat(BandPlan.of(minSimilarity, recall)).hasToString("Optional[" + plan + "]");
    assertThat(BandPlan.parse(plan)).isEqualTo(BandPlan.of(minSimilarity, recall));
    assertThat(BandPlan.parse(plan).orElseThrow().recallAt(minSimilarity))
        .isBetween(recall, recall + 0.03);
  }

  @ParameterizedTest
  @CsvSource({"0.54, 1", "0.3, 0.95", "0, 0.95"})
  void lowLimitsAndAllPairsHaveNoPlan(double minSimilarity, double recall) {
    assertThat(BandPlan.of(minSimilarity, recall)).isEmpty();
  }

  @Test
  void nearerPairsAreFoundMoreSurely() {
    BandPlan plan = new BandPlan(4, 45);
    assertThat(plan.recallAt(0.54)).isCloseTo(0.95, within(0.005));
    assertThat(plan.recallAt(0.7)).isGreaterThan(0.999);
    assertThat(plan.recallAt(0)).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "4x", "0x4", "9x4", "4x0", "4x129", "4x1000", "4x045", "44"})
  void otherPlansAreRefused(String plan) {
    assertThat(BandPlan.parse(plan)).isEmpty();
  }

  @Test
  void numbersOutOfRangeAreRefused() {
    assertThatThrownBy(() -> new BandPlan(9, 1)).hasMessageContaining("had 9x1");
    assertThatThrownBy(() -> new BandPlan(4, 129)).hasMessageContaining("had 4x129");
  }
}

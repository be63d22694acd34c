package io.neardup.index.wide;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hamming.Blocks;
import io.neardup.index.Plan;
import io.neardup.index.wide.WidePlanner.ScanBudget;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The planner prefers the plan that is cheaper by measurement.
class WidePlannerTests {

  private static final Blocks BLOCKS = WideTableCount.ALL.blocks(256);

  private final WidePlanner planner = new WidePlanner(BLOCKS, true);

  /// Measurements of LookupCostHarness and WideLookupHarness.
  @ParameterizedTest
  @CsvSource({
    "100_000, 80, 0.95, true",
    "100_000, 63, 0.95, false",
    "1_000_000, 53, 0.95, false",
    "1_000_000, 63, 1, true",
    "10_000_000, 63, 0.95, false",
  })
  void scansWhereProbingTakesLonger(String documents, int distance, double recall, boolean scans) {
    long count = Long.parseLong(documents.replace("_", ""));
    assertThat(planner.choose(count, distance, recall))
        .isInstanceOf(scans ? WideLookupPath.FullScan.class : WideProbing.class);
  }

  /// With keys shortened by one bit, a lookup reads two thirds of the sketches that it reads with
  /// keys shortened by two bits.
  @Test
  void shortensKeysByAsManyBitsAsIsCheapest() {
    WideProbing probing = (WideProbing) planner.choose(1_000_000, 53, 0.95);
    assertThat(probing.keys().blocks().dropped()).isEqualTo(1);
  }

  /// A client may request any recall.
  @Test
  void recallsInBetweenShareThePlanOfTheNextHigherOne() {
    WideLookupPath usual = planner.choose(1_000_000, 53, 0.95);
    for (int i = 1; i < 5_000; i++) {
      assertThat(planner.choose(1_000_000, 53, 0.925 + i * 0.000005)).isSameAs(usual);
    }
  }

  /// A client may vary the distance as well.
  @Test
  void allDistancesAndRecallsLeaveTheUsualPlan() {
    Blocks blocks = WideTableCount.ALL.blocks(128);
    WidePlanner narrower = new WidePlanner(blocks, true);
    WideLookupPath usual = narrower.choose(1_000_000, 26, 0.95);
    Plan plan = narrower.plan(usual, 26);
    for (int distance = 0; distance <= 128; distance++) {
      for (int recall = 1; recall <= 200; recall++) {
        narrower.plan(narrower.choose(1_000_000, distance, recall / 200.0), distance);
      }
    }
    assertThat(narrower.choose(1_000_000, 26, 0.95)).isSameAs(usual);
    assertThat(narrower.plan(usual, 26)).isSameAs(plan);
  }

  @Test
  void plansAndSimulationsServeAllCollections() {
    WideLookupPath path = planner.choose(1_000_000, 53, 0.95);
    int simulations = WidePlanner.simulations();
    WidePlanner second = new WidePlanner(WideTableCount.ALL.blocks(256), true);
    assertThat(second.choose(1_000_000, 53, 0.95)).isSameAs(path);
    assertThat(second.choose(2_000_000, 53, 0.9)).isNotSameAs(path);
    assertThat(WidePlanner.simulations()).isEqualTo(simulations).isPositive();
  }

  @Test
  void theRecallOfAPlanIsAtLeastTheRequestedOne() {
    for (int i = 1; i <= 2_000; i++) {
      double recall = i / 2_000.0;
      WideLookupPath path = planner.choose(1_000_000, 53, recall);
      assertThat(planner.plan(path, 53).recall()).isGreaterThanOrEqualTo(recall);
    }
    WideLookupPath exact = planner.choose(1_000_000, 53, 0.99999);
    assertThat(planner.plan(exact, 53).recall()).isOne();
  }

  @Test
  void theBudgetIsThatOfTheProbingAndTheNumber() {
    WideProbing one = (WideProbing) planner.choose(1_000_000, 53, 0.95);
    WideProbing other = (WideProbing) planner.choose(1_000_000, 63, 0.95);
    ScanBudget budget = planner.budget(one, 1_000_000);
    assertThat(budget.entries()).isGreaterThan(100_000);
    assertThat(planner.budget(one, 100_000).entries()).isLessThan(budget.entries() / 5);
    assertThat(planner.budget(one, 1_000_000)).isEqualTo(budget);
    assertThat(planner.budget(other, 1_000_000)).isNotEqualTo(budget);
    assertThat(planner.budget(one, 1_000_000)).isEqualTo(budget);
  }
}

package io.neardup.index;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LayoutCostTests {

  @ParameterizedTest
  @CsvSource({
    "1000, 1000, 4",
    "1000000, 1000, 4",
    "10000000, 1000, 4",
    "100000000, 1000, 10",
    "2000000000, 1000, 10",
    "100000000, 50, 4",
    "100000000, 10, 4"
  })
  void theFastestLayoutDependsOnHowManyThereAreAndOnMemory(
      long fingerprints, double bytesEach, int tables) {
    assertThat(LayoutCost.fastest(fingerprints, bytesEach).keyMasks()).hasSize(tables);
  }

  @Test
  void moreTablesTakeMoreMemoryAndFewerCandidates() {
    LayoutCost four = new LayoutCost(BlockLayout.DEFAULT, 1_000_000_000);
    LayoutCost ten = new LayoutCost(new BlockLayout(64, 5, 3), 1_000_000_000);

    assertThat(ten.bytesEach()).isGreaterThan(2 * four.bytesEach());
    assertThat(ten.lookupNanos()).isLessThan(four.lookupNanos() / 4);
  }

  @Test
  void fourTablesKeepWithinFiftyBytes() {
    assertThat(new LayoutCost(BlockLayout.DEFAULT, 1).bytesEach()).isLessThan(50);
  }
}

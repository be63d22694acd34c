package io.neardup.index.narrow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class LayoutPlannerTests {

  private static final long PLENTY = Long.MAX_VALUE;

  @ParameterizedTest
  @CsvSource({
    "1000, 1000, 4",
    "1000000, 1000, 4",
    "10000000, 1000, 4",
    "100000000, 1000, 5",
    "2000000000, 1000, 5",
    "100000000, 50, 4",
    "100000000, 10, 4"
  })
  void fastestLayoutDependsOnNumberAndMemory(long fingerprints, long bytesEach, int blocks) {
    LayoutPlanner planner = new LayoutPlanner(fingerprints, fingerprints * bytesEach);

    assertThat(planner.choose(64, 3, 3).blocks()).isEqualTo(blocks);
  }

  @ParameterizedTest
  @CsvSource({"15, 4", "8, 4", "3, 5"})
  void lookupsBeyondTheTablesFavourOneBlockPerTable(int distance, int blocks) {
    LayoutPlanner planner = new LayoutPlanner(100_000_000, PLENTY);

    assertThat(planner.choose(64, 3, distance).blocks()).isEqualTo(blocks);
  }

  static Stream<Arguments> widthsAndDistances() {
    return Stream.of(32, 33, 47, 63, 64)
        .flatMap(
            bits -> Stream.of(0, 1, 2, 3, 5, 8, 11).map(exactTo -> Arguments.of(bits, exactTo)));
  }

  @ParameterizedTest
  @MethodSource("widthsAndDistances")
  void findsALayoutForEveryWidthAndDistance(int bits, int exactTo) {
    for (long fingerprints : new long[] {1, 1_000_000, 1_000_000_000}) {
      for (long bytes : new long[] {0, fingerprints * 100, PLENTY}) {
        LayoutPlanner planner = new LayoutPlanner(fingerprints, bytes);

        BlockLayout layout = planner.choose(bits, exactTo, exactTo);

        assertThat(layout.bits()).isEqualTo(bits);
        assertThat(layout.exactTo()).isEqualTo(exactTo);
        assertThat(layout.tables())
            .isEqualTo(layout.keyMasks().size())
            .isLessThanOrEqualTo(LayoutPlanner.MAX_TABLES);
        assertThat(planner.bytes(layout) <= bytes || layout.tables() == exactTo + 1).isTrue();
      }
    }
  }

  @Test
  void moreTablesTakeMoreMemoryAndFewerCandidates() {
    LayoutCost four = new LayoutCost(BlockLayout.DEFAULT, 1_000_000_000, 3);
    LayoutCost ten = new LayoutCost(new BlockLayout(64, 5, 3), 1_000_000_000, 3);

    assertThat(ten.bytes()).isGreaterThan(2 * four.bytes());
    assertThat(ten.lookupNanos()).isLessThan(four.lookupNanos() / 4);
  }

  @Test
  void fourTablesTakeAtMostFiftyBytesPerFingerprint() {
    assertThat(new LayoutCost(BlockLayout.DEFAULT, 1, 3).bytes()).isLessThan(50);
  }
}

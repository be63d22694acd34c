package io.neardup.pairs;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Seeds;
import io.neardup.hamming.Blocks;
import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.pairs.JoinPlan.Method;
import io.neardup.pairs.RandomRows.Shape;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The plan depends on the distribution of the fingerprints.
class JoinPlannerTests {

  @Test
  void uniformWideFingerprintsAreProbedAndSkewedOnesScanned() {
    Seeds.random(random -> {
      FingerprintSnapshot uniform = RandomRows.of(256, 60_000, Shape.UNIFORM, random);
      FingerprintSnapshot skewed = RandomRows.of(256, 60_000, Shape.SKEWED, random);
      assertThat(JoinPlanner.plan(uniform, 63, 0.95).method()).isEqualTo(Method.PROBES);
      assertThat(JoinPlanner.plan(skewed, 63, 0.95).method()).isEqualTo(Method.SCAN);
    });
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3})
  void aSampleOfAllRowsReturnsTheExactShare(int radius) {
    Seeds.random(random -> {
      FingerprintSnapshot rows = RandomRows.of(100, 200, Shape.FEW_BYTE_VALUES, random);
      Blocks cut = new Blocks(100, 7);
      long near = 0;
      for (int a = 0; a < rows.size(); a++) {
        for (int b = 0; b < a; b++) {
          for (int block = 0; block < 7; block++) {
            int difference =
                cut.value(block, rows.words(), 2 * a) ^ cut.value(block, rows.words(), 2 * b);
            near += Integer.bitCount(difference) <= radius ? 1 : 0;
          }
        }
      }
      assertThat(new BlockSample(rows).sharesNear(7, radius))
          .isEqualTo(2.0 * near / ((double) rows.size() * (rows.size() - 1)));
    });
  }

  @Test
  void aComparisonOfAllRowsFindsEveryPairWithoutPlanning() {
    Seeds.random(random -> {
      FingerprintSnapshot rows = RandomRows.of(256, 2_000, Shape.CLUSTERED, random);
      AllPairs join = AllPairs.exhaustive(rows, 40);
      Map<Long, Integer> found = new ConcurrentHashMap<>();
      join.join(
          (a, b, distance) -> assertThat(found.put((long) a << 32 | b, distance)).isNull(),
          new JoinRun(),
          ForkJoinPool.commonPool());

      assertThat(join.plan().isExact()).isTrue();
      assertThat(found).isNotEmpty().isEqualTo(RandomRows.pairs(rows, 40));
    });
  }
}

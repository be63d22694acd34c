package io.neardup.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ChanceTailTests {

  @Test
  void countsThatWereSeenStay() {
    double[] counts = {40, 30, 20, 10};
    assertThat(ChanceTail.cumulative(counts)).containsExactly(40, 70, 90, 100);
    assertThat(counts).containsExactly(40, 30, 20, 10);
  }

  @Test
  void aGeometricTailIsContinuedBelowTheFirstPairs() {
    double[] all =
        IntStream.range(0, 40)
            .mapToDouble(distance -> 1e-4 * Math.pow(2, distance))
            .toArray(); // 10 pairs up to about distance 16
    double[] seen = all.clone();
    for (int distance = 0; distance < 14; distance++) {
      seen[distance] = 0;
    }
    double[] expected = MatchRates.cumulative(all.clone());
    double[] tail = ChanceTail.cumulative(seen);
    for (int distance = 5; distance < 40; distance++) {
      assertThat(tail[distance] / expected[distance])
          .as("distance %d", distance)
          .isCloseTo(1, within(0.25));
    }
  }

  @Test
  void tooFewPairsAreNotExtrapolated() {
    assertThat(ChanceTail.cumulative(new double[] {0, 0, 0, 0})).containsOnly(0);
    assertThat(ChanceTail.cumulative(new double[] {0, 0, 2, 3})).containsExactly(0, 0, 2, 5);
  }
}

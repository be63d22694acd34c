package io.neardup.simhash;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Seeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TermFrequencyWeightsTests {

  @ParameterizedTest
  @CsvSource({
    "1, 65536", // 1 + ln 1 = 1
    "2, 110962", // 1.693147180559945 * 65536 = 110962.09
    "3, 137535", // 2.098612288668110 * 65536 = 137534.65, up
    "10, 216438", // 3.302585092994046 * 65536 = 216438.22
    "15, 243011",
    "16, 247240",
    "255, 428688",
    "256, 428945", // beyond the table of common weights
    "1000, 518243",
    "2147483647, 1473745"
  })
  void weightIsOnePlusTheLogarithmRoundedToTheNearestStep(int tf, long weight) {
    assertThat(TermFrequencyWeights.LOG.weight(tf)).isEqualTo(weight);
  }

  @Test
  void weightGrowsWithEveryOccurrence() {
    for (int tf = 2; tf <= 2_000; tf++) {
      assertThat(TermFrequencyWeights.LOG.weight(tf))
          .isGreaterThan(TermFrequencyWeights.LOG.weight(tf - 1));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 40, 300, 3_000})
  void accumulatesAsDefined(int distinct) {
    Seeds.random(random -> {
      Map<Long, Integer> counts = randomCounts(random, distinct);
      Map<Long, Long> weights = new HashMap<>();
      counts.forEach((hash, tf) -> weights.put(hash, TermFrequencyWeights.LOG.weight(tf)));
      long[] expected = NaiveSimHash.sums(weights, 64);

      Columns columns = new Columns(64);
      TermFrequencyWeights.LOG.accumulate(bag(occurrences(counts)), columns);

      assertThat(columns.sums()).containsExactly(expected);
      assertThat(columns.signs()).isEqualTo(Fingerprint.of(NaiveSimHash.signs(expected)));
    });
  }

  @Test
  void everyFrequencyAroundTheLastRunCounts() {
    for (int tf = 1; tf <= 20; tf++) {
      long hash = 0x0123_4567_89AB_CDEFL * tf;
      Columns columns = new Columns(64);
      TermFrequencyWeights.LOG.accumulate(bag(Collections.nCopies(tf, hash)), columns);

      long[] expected = NaiveSimHash.sums(Map.of(hash, TermFrequencyWeights.LOG.weight(tf)), 64);
      assertThat(columns.sums()).as("tf %d", tf).containsExactly(expected);
    }
  }

  @Test
  void addsToExistingColumnSums() {
    Columns columns = new Columns(32);
    columns.add(-1L, 1);
    TermFrequencyWeights.LOG.accumulate(bag(List.of(1L)), columns);

    assertThat(columns.sums()[0]).isEqualTo(1 + Columns.ONE);
    assertThat(columns.sums()[31]).isEqualTo(1 - Columns.ONE);
  }

  private static Map<Long, Integer> randomCounts(SplittableRandom random, int distinct) {
    Map<Long, Integer> counts = new HashMap<>();
    while (counts.size() < distinct) {
      int tf = random.nextInt(10) > 0 ? 1 + random.nextInt(4) : 1 + random.nextInt(40);
      counts.put(random.nextLong(), random.nextInt(200) == 0 ? 250 + random.nextInt(10) : tf);
    }
    return counts;
  }

  private static List<Long> occurrences(Map<Long, Integer> counts) {
    List<Long> occurrences = new ArrayList<>();
    counts.forEach((hash, tf) -> occurrences.addAll(Collections.nCopies(tf, hash)));
    return occurrences;
  }

  private static FeatureBag bag(List<Long> occurrences) {
    FeatureBag bag = new FeatureBag(0);
    occurrences.forEach(bag::add);
    return bag;
  }
}

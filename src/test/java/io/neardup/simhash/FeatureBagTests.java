package io.neardup.simhash;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Seeds;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FeatureBagTests {

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 31, 32, 33, 500, 5_000})
  void countsLikeAMap(int distinct) {
    Seeds.random(random -> {
      Map<Long, Integer> expected = new HashMap<>();
      FeatureBag bag = new FeatureBag(random.nextInt(-1, distinct + 1)); // any guess of the size
      long[] hashes = random.longs(distinct).toArray();
      for (int i = 0; i < distinct * 3; i++) {
        long hash = hashes[random.nextInt(distinct)];
        int count = random.nextInt(1, 4);
        if (count == 1) {
          bag.add(hash);
        } else {
          bag.add(hash, count);
        }
        expected.merge(hash, count, Integer::sum);
      }

      assertThat(contents(bag)).isEqualTo(expected);
      assertThat(bag.size()).isEqualTo(expected.size());
    });
  }

  @Test
  void countsHashesThatDifferInFewBitsApart() {
    FeatureBag bag = new FeatureBag(0);
    Map<Long, Integer> expected = new HashMap<>();
    for (long hash : new long[] {0, -1, Long.MIN_VALUE, Long.MAX_VALUE, 0, 0, -1}) {
      bag.add(hash);
      expected.merge(hash, 1, Integer::sum);
    }
    for (int i = 0; i < 2_000; i++) {
      long hash = (long) i << 40;
      bag.add(hash);
      expected.merge(hash, 1, Integer::sum);
    }

    assertThat(contents(bag)).isEqualTo(expected);
  }

  private static Map<Long, Integer> contents(FeatureBag bag) {
    Map<Long, Integer> contents = new HashMap<>();
    bag.forEach(
        (hash, count) -> assertThat(contents.put(hash, count)).as("returned twice").isNull());
    return contents;
  }
}

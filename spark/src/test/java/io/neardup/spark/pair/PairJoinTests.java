package io.neardup.spark.pair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.simhash.Fingerprint;
import io.neardup.spark.pair.NearFingerprints.Pair;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PairJoinTests {

  private static final int ANY = 1 << 20;

  private static PairJoin.Sizes sizes = new PairJoin.Sizes(Map.of(), 0, 0);

  private static List<Row> found(
      NearFingerprints world, BlockPlan plan, int maxGroup, boolean allPairs) {
    PairJoin join = new PairJoin(plan, maxGroup, false, 1_000_000);
    Dataset<Row> rows = world.rows();
    sizes = join.sizes(rows, world.fingerprints().size(), 2);
    return join.pairs(rows, sizes, allPairs, 2).collectAsList();
  }

  private static Set<Pair> pairs(List<Row> rows) {
    Set<Pair> pairs = new TreeSet<>();
    for (Row row : rows) {
      if (row.getLong(0) != GroupComparison.COUNT) {
        assertThat(pairs.add(new Pair(row.getLong(0), row.getLong(1), row.getInt(2))))
            .as("each pair once: %s", row)
            .isTrue();
      }
    }
    return pairs;
  }

  @ParameterizedTest
  @CsvSource({
    "64, 3, 0, 1000000",
    "64, 3, 24, 1000000",
    "64, 3, 24, 60",
    "64, 9, 40, 50",
    "64, 0, 0, 100",
    "32, 2, 0, 1000000",
    "32, 31, 0, 100",
    "100, 5, 0, 1000000",
    "256, 12, 0, 1000000",
    "256, 12, 200, 40",
    "256, 54, 0, 100",
    "512, 8, 300, 80"
  })
  void findsThePairsOfTheServiceExactly(int bits, int distance, int equalBits, int maxGroup) {
    NearFingerprints world = NearFingerprints.of(bits, 400, distance, equalBits, 7 + bits);
    BlockPlan plan = new BlockPlan(bits, distance, Math.min(bits, distance + 1), 1.0, 1.0);

    assertThat(pairs(found(world, plan, maxGroup, true))).isEqualTo(world.pairs(distance));
  }

  @ParameterizedTest
  @CsvSource({"64, 3, 1000000", "64, 70, 100", "256, 54, 300", "256, 256, 100"})
  void findsAllPairsOfOneGroup(int bits, int distance, int maxGroup) {
    int most = Math.min(bits, distance);
    NearFingerprints world = NearFingerprints.of(bits, 400, most, 0, 3);
    BlockPlan plan = new BlockPlan(bits, most, 0, 1.0, 1.0);

    assertThat(pairs(found(world, plan, maxGroup, true))).isEqualTo(world.pairs(most));
  }

  @Test
  void dividesLargeGroupsIntoChunks() {
    NearFingerprints world = NearFingerprints.of(64, 900, 3, 20, 5);
    BlockPlan plan = new BlockPlan(64, 3, 4, 1.0, 1.0);

    assertThat(pairs(found(world, plan, 100, true))).isEqualTo(world.pairs(3));
    assertThat(sizes.largest()).isEqualTo(900);
    assertThat(sizes.chunks()).isNotEmpty();

    NearFingerprints dense = NearFingerprints.of(64, 900, 3, 53, 5); // 11 bits left
    assertThat(pairs(found(dense, plan, 100, true))).isEqualTo(dense.pairs(3));
    assertThat(sizes.chunks()).isNotEmpty();
  }

  @Test
  void findsTheShareOfWidePairsThatItStates() {
    Random random = new Random(11);
    List<Fingerprint> all = new ArrayList<>();
    NearFingerprints bases = NearFingerprints.uniform(256, 3_000, 0, 1);
    for (Fingerprint base : bases.fingerprints()) {
      all.add(base);
      all.add(NearFingerprints.flipped(base, 54, 0, random));
    }
    NearFingerprints world = new NearFingerprints(256, all);
    for (double recall : new double[] {0.95, 0.5}) {
      BlockPlan plan = BlockPlan.of(256, 54, recall, 10_000_000, ANY);
      assertThat(plan.blocks()).isPositive();
      assertThat(plan.isExact()).isFalse();
      assertThat(plan.recall()).isBetween(recall - 1e-9, recall + 0.05);

      Set<Pair> found = pairs(found(world, plan, ANY, true));
      Set<Pair> truth = world.pairs(54);
      assertThat(truth).containsAll(found);
      assertThat((double) found.size() / truth.size())
          .isBetween(plan.keyRecall() - 0.03, plan.keyRecall() + 0.03); // 3,000 pairs
    }
  }

  @Test
  void findsTheStatedShareInLargeGroupsOfWideFingerprints() {
    Random random = new Random(12);
    List<Fingerprint> all = new ArrayList<>();
    for (Fingerprint base : NearFingerprints.uniform(256, 1_500, 12, 2).fingerprints()) {
      all.add(base);
      all.add(NearFingerprints.flipped(base, 54, 12, random));
    }
    NearFingerprints world = new NearFingerprints(256, all);
    BlockPlan plan = BlockPlan.of(256, 54, 0.9, 1_000_000_000, ANY);

    Set<Pair> found = pairs(found(world, plan, 500, true));

    assertThat(sizes.chunks()).isNotEmpty();
    Set<Pair> truth = world.pairs(54);
    assertThat(truth).containsAll(found);
    assertThat((double) found.size() / truth.size()).isGreaterThan(plan.recall() - 0.03);
  }

  @Test
  void connectsWithFewerPairsAndCountsAll() {
    NearFingerprints world = NearFingerprints.of(64, 600, 3, 50, 9);
    BlockPlan plan = new BlockPlan(64, 3, 4, 1.0, 1.0);

    List<Row> few = found(world, plan, 10_000, false);
    Set<Pair> all = world.pairs(3);

    Set<Pair> connected = new TreeSet<>();
    for (Row row : few) {
      if (row.getLong(0) != GroupComparison.COUNT) {
        connected.add(new Pair(row.getLong(0), row.getLong(1), row.getInt(2)));
      }
    }
    assertThat(connected.size()).isLessThan(all.size());
    assertThat(components(connected)).isEqualTo(components(all));
    long counted = 0;
    for (Row row : few) {
      counted += row.getLong(0) == GroupComparison.COUNT ? row.getLong(3) : 0;
    }
    assertThat(counted)
        .isEqualTo(
            all.stream()
                .mapToLong(pair ->
                    NearFingerprints.documents(pair.a()) * NearFingerprints.documents(pair.b()))
                .sum());
  }

  private static Map<Long, Long> components(Set<Pair> pairs) {
    Map<Long, Long> labels = new TreeMap<>();
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Pair pair : pairs) {
        long a = labels.getOrDefault(pair.a(), pair.a());
        long b = labels.getOrDefault(pair.b(), pair.b());
        long least = Math.min(a, b);
        changed |= !labels.containsKey(pair.a()) || !labels.containsKey(pair.b()) || a != b;
        labels.put(pair.a(), least);
        labels.put(pair.b(), least);
      }
    }
    return labels;
  }

  @Test
  void refusesMorePairsThanATaskMayHold() {
    NearFingerprints world = NearFingerprints.of(64, 200, 3, 56, 9); // 8 bits left
    PairJoin join = new PairJoin(new BlockPlan(64, 3, 4, 1.0, 1.0), 10_000, false, 100);
    Dataset<Row> rows = world.rows();

    assertThatThrownBy(() -> join.pairs(rows, join.sizes(rows, 200, 2), true, 2).collectAsList())
        .rootCause()
        .hasMessageContaining("more than 100 pairs")
        .hasMessageContaining("--distance");
  }
}

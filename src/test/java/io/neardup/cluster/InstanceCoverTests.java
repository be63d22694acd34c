package io.neardup.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.cluster.InstanceCover.Part;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Which instances are asked about which partitions.
class InstanceCoverTests {

  private static final Predicate<String> NONE = instance -> false;

  @Test
  void twoOfThreeInstancesHaveAllPartitions() {
    Map<Integer, List<String>> hosts = hosts(24, List.of("a", "b", "c"), 2, new Random(1));
    for (String self : List.of("a", "b", "c")) {
      List<Part> chosen = InstanceCover.choose(hosts, self, NONE, 0);
      assertThat(chosen).hasSize(2);
      assertThat(chosen.getFirst().instance()).isEqualTo(self);
      requireEachOnce(hosts, chosen);
    }
  }

  /// The figures of docs/cluster.md, "Sizing".
  @ParameterizedTest
  @CsvSource({"22, 240, 18, 19", "8, 120, 6, 7"})
  void largeClustersAskMostInstances(int count, int partitions, int atLeast, int atMost) {
    List<String> instances = IntStream.range(0, count).mapToObj(i -> "i" + i).toList();
    int asked = 0;
    for (int seed = 0; seed < 100; seed++) {
      Map<Integer, List<String>> hosts = hosts(partitions, instances, 2, new Random(seed));
      asked += InstanceCover.choose(hosts, "i0", NONE, seed).size();
    }
    assertThat(asked / 100.0).isBetween((double) atLeast, (double) atMost);
  }

  @Test
  void instancesOfEqualSizeTakeTurns() {
    Map<Integer, List<String>> hosts = Map.of(1, List.of("b", "c"), 2, List.of("c", "b"));
    Set<String> chosen = new HashSet<>();
    for (int turn = -3; turn < 3; turn++) {
      List<Part> parts = InstanceCover.choose(hosts, "a", NONE, turn);
      assertThat(parts).hasSize(1);
      chosen.add(parts.getFirst().instance());
    }
    assertThat(chosen).containsExactlyInAnyOrder("b", "c");
  }

  @Test
  void theInstanceWithMostPartitionsIsPreferred() {
    Map<Integer, List<String>> hosts =
        Map.of(1, List.of("a", "b"), 2, List.of("b", "c"), 3, List.of("c", "b"), 4, List.of("d"));
    List<Part> chosen = InstanceCover.choose(hosts, "elsewhere", NONE, 0);
    assertThat(chosen).extracting(Part::instance).containsExactly("b", "d");
    requireEachOnce(hosts, chosen);
  }

  @Test
  void instancesThatDidNotAnswerAreLast() {
    Map<Integer, List<String>> hosts =
        Map.of(1, List.of("b", "c"), 2, List.of("b", "d"), 3, List.of("b"));
    List<Part> chosen = InstanceCover.choose(hosts, "a", "b"::equals, 0);
    assertThat(chosen).extracting(Part::instance).containsExactlyInAnyOrder("c", "d", "b");
    assertThat(chosen.getLast().partitions().stream()).containsExactly(3);
    requireEachOnce(hosts, chosen);
  }

  @Test
  void withoutPartitionsNoInstanceIsAsked() {
    assertThat(InstanceCover.choose(Map.of(), "a", NONE, 0)).isEmpty();
    assertThat(InstanceCover.choose(Map.of(1, List.of()), "a", NONE, 0)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5})
  void eachPartitionIsAskedOnce(int copies) {
    List<String> instances = List.of("a", "b", "c", "d", "e", "f", "g");
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      Map<Integer, List<String>> hosts = hosts(60, instances, copies, random);
      Set<String> suspects = new HashSet<>();
      instances.stream().filter(each -> random.nextInt(4) == 0).forEach(suspects::add);
      requireEachOnce(
          hosts, InstanceCover.choose(hosts, "a", suspects::contains, random.nextInt()));
    }
  }

  private static Map<Integer, List<String>> hosts(
      int partitions, List<String> instances, int copies, Random random) {
    Map<Integer, List<String>> hosts = new HashMap<>();
    for (int partition = 0; partition < partitions; partition++) {
      List<String> shuffled = new ArrayList<>(instances);
      Collections.shuffle(shuffled, random);
      hosts.put(partition, shuffled.subList(0, copies));
    }
    return hosts;
  }

  private static void requireEachOnce(Map<Integer, List<String>> hosts, List<Part> chosen) {
    BitSet asked = new BitSet();
    for (Part part : chosen) {
      assertThat(part.partitions().isEmpty()).isFalse();
      assertThat(asked.intersects(part.partitions())).isFalse();
      asked.or(part.partitions());
      assertThat(part.partitions().stream())
          .allMatch(partition -> hosts.get(partition).contains(part.instance()));
    }
    assertThat(asked.stream().boxed()).containsExactlyInAnyOrderElementsOf(hosts.keySet());
  }
}

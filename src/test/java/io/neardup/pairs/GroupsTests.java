package io.neardup.pairs;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Seeds;
import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.hamming.FingerprintSnapshotBuilder;
import io.neardup.pairs.RandomRows.Shape;
import io.neardup.pairs.group.Components;
import io.neardup.pairs.group.Group;
import io.neardup.pairs.group.Stars;
import io.neardup.simhash.Fingerprint;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Groups match their definitions, whatever the order in which pairs arrive.
class GroupsTests {

  private static final int DISTANCE = 5;

  @ParameterizedTest
  @EnumSource(Shape.class)
  void componentsEqualThoseOfAGraphSearch(Shape shape) {
    Seeds.random(random -> {
      FingerprintSnapshot rows = RandomRows.of(64, 600, shape, random);
      Map<Long, Integer> pairs = RandomRows.pairs(rows, DISTANCE);
      Components components = new Components(rows);
      AllPairs.reaching(rows, DISTANCE, DISTANCE, 1)
          .join(components, new JoinRun(), new ForkJoinPool(3));
      List<Group> groups = components.groups();

      Set<Set<Integer>> expected = new HashSet<>();
      Set<Integer> seen = new HashSet<>();
      for (int row = 0; row < rows.size(); row++) {
        if (!seen.contains(row)) {
          Set<Integer> reached = reach(row, rows, pairs);
          seen.addAll(reached);
          if (reached.size() > 1 || rows.documents(row) > 1) {
            expected.add(reached);
          }
        }
      }
      assertThat(groups).hasSameSizeAs(expected);
      for (Group group : groups) {
        assertThat(group.rows()).isSorted();
        assertThat(expected).contains(new TreeSet<>(group.rows()));
      }
    });
  }

  private static Set<Integer> reach(int from, FingerprintSnapshot rows, Map<Long, Integer> pairs) {
    Set<Integer> reached = new TreeSet<>(Set.of(from));
    List<Integer> open = new ArrayList<>(List.of(from));
    while (!open.isEmpty()) {
      int row = open.removeLast();
      for (int other = 0; other < rows.size(); other++) {
        if (pairs.containsKey(key(row, other)) && reached.add(other)) {
          open.add(other);
        }
      }
    }
    return reached;
  }

  private static long key(int a, int b) {
    return (long) Math.min(a, b) << Integer.SIZE | Math.max(a, b);
  }

  @ParameterizedTest
  @EnumSource(Shape.class)
  void rowsOfAStarAreWithinTheDistanceAndCentresAreNot(Shape shape) {
    Seeds.random(random -> {
      FingerprintSnapshot rows = RandomRows.of(64, 600, shape, random);
      Map<Long, Integer> pairs = RandomRows.pairs(rows, DISTANCE);
      Stars stars = new Stars(rows, 1_000_000);
      AllPairs.reaching(rows, DISTANCE, DISTANCE, 1)
          .join(stars, new JoinRun(), new ForkJoinPool(3));
      int[] rank = random.ints(rows.size()).toArray();
      Comparator<Integer> order =
          Comparator.comparing((Integer row) -> rank[row]).thenComparing(row -> row);
      List<Group> groups = groups(stars, order);

      Map<Integer, Integer> centres = new HashMap<>();
      for (Group group : groups) {
        for (int row : group.rows()) {
          assertThat(rows.distance(row, group.centre())).isLessThanOrEqualTo(DISTANCE);
          assertThat(centres.put(row, group.centre())).as("the star of %s", row).isNull();
        }
        assertThat(group.rows()).isSorted().contains(group.centre());
      }
      // Every document that precedes the centre was assigned to an earlier star.
      assertThat(groups).extracting(Group::centre).isSortedAccordingTo(order);
      pairs
          .keySet()
          .forEach(pair -> {
            int a = (int) (pair >>> Integer.SIZE);
            int b = pair.intValue();
            boolean bothAreCentres =
                centres.getOrDefault(a, a) == a && centres.getOrDefault(b, b) == b;
            assertThat(bothAreCentres).as("%s and %s are near", a, b).isFalse();
          });
    });
  }

  private static List<Group> groups(Stars stars, Comparator<Integer> order) {
    return stars.groups(
        stars.linked().boxed().sorted(order).mapToInt(Integer::intValue), (centre, row) -> true);
  }

  @Test
  void starsReportTooManyPairs() {
    FingerprintSnapshot rows = line(4);
    Stars stars = new Stars(rows, 2);
    stars.pair(0, 1, 1);
    stars.pair(1, 2, 1);
    assertThat(stars.isFull()).isFalse();
    stars.pair(2, 3, 1);
    assertThat(stars.isFull()).isTrue();
  }

  @Test
  void aChainIsOneComponentButSeveralStars() {
    FingerprintSnapshot rows = line(5); // neighbours differ in one bit, the ends in four
    Components components = new Components(rows);
    Stars stars = new Stars(rows, 10);
    for (int row = 0; row < 4; row++) {
      components.pair(row, row + 1, 1);
      stars.pair(row, row + 1, 1);
    }
    assertThat(components.groups()).containsExactly(new Group(-1, List.of(0, 1, 2, 3, 4)));
    assertThat(groups(stars, Comparator.naturalOrder()))
        .extracting(Group::rows)
        .containsExactly(List.of(0, 1), List.of(2, 3));
    assertThat(groups(stars, Comparator.comparing(row -> row != 3)))
        .extracting(Group::rows)
        .containsExactly(List.of(2, 3, 4), List.of(0, 1));
    assertThat(stars.documentsNear(3)).isEqualTo(3);
  }

  /// Fingerprints of which each differs from the next one in one bit.
  private static FingerprintSnapshot line(int size) {
    FingerprintSnapshotBuilder rows = new FingerprintSnapshotBuilder(64, size);
    for (int row = 0; row < size; row++) {
      rows.add(row, Fingerprint.of(64, (1L << row) - 1));
    }
    return rows.build(ForkJoinPool.commonPool());
  }
}

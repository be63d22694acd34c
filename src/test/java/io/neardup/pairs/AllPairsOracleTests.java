package io.neardup.pairs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.data.Offset.offset;

import io.neardup.Seeds;
import io.neardup.pairs.JoinPlan.Method;
import io.neardup.pairs.RandomRows.Shape;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Every way to join finds what a look at every pair finds, each pair once, and the check would
/// notice one that does not.
class AllPairsOracleTests {

  private static final ForkJoinPool POOL = new ForkJoinPool(3);

  static Stream<Arguments> widthsAndShapes() {
    return Stream.of(32, 37, 64, 100, 128, 256, 512)
        .flatMap(bits -> Stream.of(Shape.values()).map(shape -> Arguments.of(bits, shape)));
  }

  @ParameterizedTest
  @MethodSource("widthsAndShapes")
  void everyExactPlanFindsEveryPairOnce(int bits, Shape shape) {
    Seeds.random(random -> {
      for (int documents : new int[] {1, 2, 300, 900}) {
        Rows rows = RandomRows.of(bits, documents, shape, random);
        for (int maxDistance : new int[] {1, 2, 3, 6, bits / 4}) {
          Map<Long, Integer> expected = RandomRows.pairs(rows, maxDistance);
          for (JoinPlan plan : exactPlans(bits, maxDistance)) {
            assertThat(firstDifference(AllPairs.by(plan, rows, maxDistance), expected))
                .as("%s, %s documents, distance %s", plan, documents, maxDistance)
                .isEmpty();
          }
        }
      }
    });
  }

  @ParameterizedTest
  @EnumSource(Shape.class)
  void manyFingerprintsOfOneBucketAreFoundByAllThreadsTogether(Shape shape) {
    Seeds.random(random -> {
      int documents = shape == Shape.UNIFORM ? 400_000 : 20_000;
      Rows rows = RandomRows.of(64, documents, shape, random);
      Map<Long, Integer> expected = new ConcurrentHashMap<>();
      AllPairs.by(scan(), rows, 2)
          .join(
              (a, b, distance) -> expected.put((long) a << Integer.SIZE | b, distance),
              new JoinRun(),
              POOL);
      assertThat(firstDifference(AllPairs.of(rows, 2, 1), expected)).isEmpty();
    });
  }

  @Test
  void aHugeBucketIsJoinedToo() {
    Seeds.random(random -> {
      RowsBuilder rows = new RowsBuilder(64, 1);
      Set<Long> planted = new HashSet<>();
      for (int i = 0; i < 300_000; i++) {
        long crowded = random.nextLong() & 0xFFFF_FFFF_FF00L | 0x1234_0000_0000_0000L;
        rows.add(2 * i, crowded);
        if (i % 1_000 == 0) {
          long near = crowded ^ 1L << random.nextInt(64) ^ 1L << random.nextInt(64);
          rows.add(2 * i + 1, near);
          if (near != crowded) {
            planted.add(2L * i << Integer.SIZE | 2L * i + 1);
          }
        }
      }
      Rows all = rows.build(POOL);
      Set<Long> found = ConcurrentHashMap.newKeySet();
      AllPairs.by(new JoinPlan(Method.TABLES, 5, 0, 3, 1, 0), all, 3)
          .join(
              (a, b, distance) -> {
                long one = all.document(a, 0);
                long other = all.document(b, 0);
                found.add(Math.min(one, other) << Integer.SIZE | Math.max(one, other));
              },
              new JoinRun(),
              POOL);
      assertThat(found).containsAll(planted);
    });
  }

  @ParameterizedTest
  @EnumSource(
      value = Shape.class,
      names = {"UNIFORM", "CLUSTERED"})
  void aPlanThatIsNotExactFindsOnlyRealPairsAndWithItsRecall(Shape shape) {
    Seeds.random(random -> {
      Rows rows = RandomRows.of(256, 2_000, shape, random);
      Map<Long, Integer> expected = RandomRows.pairs(rows, 60);
      JoinPlan plan = new JoinPlan(Method.PROBES, 16, 1, 31, ProbeRecall.of(256, 16, 1, 60), 0);
      Map<Long, Integer> found = new ConcurrentHashMap<>();
      AllPairs.by(plan, rows, 60)
          .join(
              (a, b, distance) ->
                  assertThat(found.put((long) a << Integer.SIZE | b, distance)).isNull(),
              new JoinRun(),
              POOL);
      assertThat(expected).containsAllEntriesOf(found);
      expected.forEach((pair, distance) -> {
        if (distance <= plan.exactTo()) {
          assertThat(found).containsKey(pair);
        }
      });
      assertThat((double) found.size()).isGreaterThanOrEqualTo(expected.size() * 0.9);
    });
  }

  @Test
  void theRecallIsThatOfPairsWhoseBitsLieAnywhere() {
    Seeds.random(random -> {
      int near = 0;
      int trials = 20_000;
      for (int trial = 0; trial < trials; trial++) {
        boolean[] differs = new boolean[256];
        int[] inBlock = new int[16];
        for (int placed = 0; placed < 63; ) {
          int bit = random.nextInt(256);
          if (!differs[bit]) {
            differs[bit] = true;
            inBlock[bit / 16]++;
            placed++;
          }
        }
        for (int count : inBlock) {
          if (count <= 1) {
            near++;
            break;
          }
        }
      }
      assertThat(ProbeRecall.of(256, 16, 1, 63)).isCloseTo((double) near / trials, offset(0.02));
    });
    assertThat(ProbeRecall.of(256, 16, 1, 31)).isEqualTo(1);
    assertThat(ProbeRecall.of(256, 16, 1, 32)).isLessThan(1);
  }

  @ParameterizedTest
  @EnumSource(
      value = Shape.class,
      names = {"UNIFORM", "CLUSTERED", "FEW_BYTE_VALUES"})
  void theCheckNoticesWhenAnyOneTableIsMissing(Shape shape) {
    Seeds.random(random -> {
      RowsBuilder builder = new RowsBuilder(64, 1);
      Rows centres = RandomRows.of(64, 200, shape, random);
      for (int row = 0; row < centres.size(); row++) {
        long word = centres.words()[row];
        builder.add(2 * row, word);
        long mask = 0; // one bit in each of three of the four blocks
        for (int block = 0; block < 4; block++) {
          mask |= block == row % 4 ? 0 : 1L << (16 * block + random.nextInt(16));
        }
        builder.add(2 * row + 1, word ^ mask);
      }
      Rows rows = builder.build(POOL);
      Map<Long, Integer> expected = RandomRows.pairs(rows, 3);
      for (int missing = 0; missing < 4; missing++) {
        int table = missing;
        Map<Long, Integer> found = new HashMap<>(expected);
        found.keySet().removeIf(pair -> firstAgreed(rows, pair) == table);
        assertThat(found).as("without table %d", table).isNotEqualTo(expected);
      }
      assertThat(
              firstDifference(
                  AllPairs.by(new JoinPlan(Method.TABLES, 4, 0, 3, 1, 0), rows, 3), expected))
          .isEmpty();
    });
  }

  private static int firstAgreed(Rows rows, long pair) {
    long difference = rows.words()[(int) (pair >>> Integer.SIZE)] ^ rows.words()[(int) pair];
    int block = 0;
    while ((difference >>> (48 - 16 * block) & 0xFFFF) != 0) {
      block++;
    }
    return block;
  }

  @Test
  void aCancelledJoinStopsEarly() {
    Seeds.random(random -> {
      Rows rows = RandomRows.of(64, 100_000, Shape.UNIFORM, random);
      for (JoinPlan plan : exactPlans(64, 3)) {
        JoinRun run = new JoinRun();
        run.cancel();
        AtomicLong pairs = new AtomicLong();
        boolean whole =
            AllPairs.by(plan, rows, 3).join((a, b, d) -> pairs.incrementAndGet(), run, POOL);
        assertThat(whole).isFalse();
        assertThat(run.progress()).as("%s", plan).isLessThan(0.5);
      }
    });
  }

  @Test
  void progressGoesToOne() {
    Seeds.random(random -> {
      for (int bits : new int[] {64, 256}) {
        Rows rows = RandomRows.of(bits, 5_000, Shape.UNIFORM, random);
        for (JoinPlan plan : exactPlans(bits, 3)) {
          JoinRun run = new JoinRun();
          assertThat(AllPairs.by(plan, rows, 3).join((a, b, d) -> {}, run, POOL)).isTrue();
          assertThat(run.progress()).as("%s", plan).isEqualTo(1);
        }
      }
    });
  }

  @Test
  void whatASinkThrowsIsThrown() {
    Seeds.random(random -> {
      Rows rows = RandomRows.of(64, 1_000, Shape.CLUSTERED, random);
      for (JoinPlan plan : exactPlans(64, 3)) {
        PairSink failing =
            (a, b, distance) -> {
              throw new IllegalStateException("full");
            };
        assertThat(
                catchThrowable(() -> AllPairs.by(plan, rows, 3).join(failing, new JoinRun(), POOL)))
            .isInstanceOf(IllegalStateException.class);
      }
    });
  }

  private static JoinPlan scan() {
    return new JoinPlan(Method.SCAN, 1, 0, 64, 1, 0);
  }

  private static List<JoinPlan> exactPlans(int bits, int maxDistance) {
    List<JoinPlan> plans = new ArrayList<>(List.of(scan()));
    if (bits <= 64) {
      for (int blocks = maxDistance + 1; blocks <= Math.min(14, maxDistance + 4); blocks++) {
        plans.add(new JoinPlan(Method.TABLES, blocks, 0, maxDistance, 1, 0));
      }
      return plans;
    }
    for (int radius = 0; radius <= 2; radius++) {
      for (int blocks : new int[] {bits / 16, bits / 11}) {
        if (maxDistance <= blocks * (radius + 1) - 1) {
          plans.add(new JoinPlan(Method.PROBES, blocks, radius, maxDistance, 1, 0));
        }
      }
    }
    return plans;
  }

  private static String firstDifference(AllPairs join, Map<Long, Integer> expected) {
    Map<Long, Integer> found = new ConcurrentHashMap<>();
    AtomicLong twice = new AtomicLong();
    join.join(
        (a, b, distance) -> {
          if (a >= b || found.put((long) a << Integer.SIZE | b, distance) != null) {
            twice.incrementAndGet();
          }
        },
        new JoinRun(),
        POOL);
    if (twice.get() > 0) {
      return twice + " pairs came twice";
    }
    return found.equals(expected)
        ? ""
        : "found %d pairs, not %d".formatted(found.size(), expected.size());
  }
}

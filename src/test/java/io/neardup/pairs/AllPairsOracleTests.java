package io.neardup.pairs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.data.Offset.offset;

import io.neardup.Seeds;
import io.neardup.hamming.Blocks;
import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.hamming.FingerprintSnapshotBuilder;
import io.neardup.hamming.ProbeRecall;
import io.neardup.pairs.JoinPlan.Method;
import io.neardup.pairs.RandomRows.Shape;
import io.neardup.simhash.Fingerprint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Every join finds the same pairs as a comparison of all rows, each pair once, and the check
/// detects a join that does not.
class AllPairsOracleTests {

  private static final ForkJoinPool POOL = new ForkJoinPool(3);

  static Stream<Arguments> widthsAndShapes() {
    return Stream.of(32, 37, 64, 100, 128, 256, 512)
        .flatMap(
            bits -> Seeds.some(Stream.of(Shape.values())).map(shape -> Arguments.of(bits, shape)));
  }

  @ParameterizedTest
  @MethodSource("widthsAndShapes")
  void everyExactPlanFindsEveryPairOnce(int bits, Shape shape) {
    Seeds.random(random -> {
      for (int documents : new int[] {1, 2, 200}) {
        FingerprintSnapshot rows = RandomRows.of(bits, documents, shape, random);
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
  @EnumSource(value = Shape.class, mode = EnumSource.Mode.EXCLUDE, names = "UNIFORM")
  void largeBucketsAreSharedAmongAllThreads(Shape shape) {
    Seeds.random(random -> {
      FingerprintSnapshot rows = RandomRows.of(64, 20_000, shape, random);
      Map<Long, Integer> expected = new ConcurrentHashMap<>();
      AllPairs.by(scan(), rows, 2)
          .join(
              (a, b, distance) -> expected.put((long) a << Integer.SIZE | b, distance),
              new JoinRun(),
              POOL);
      assertThat(firstDifference(AllPairs.reaching(rows, 2, 2, 1), expected)).isEmpty();
    });
  }

  /// Uniform fingerprints, one in a thousand of which has another one within 2 bits.
  @Test
  void findsThePlantedPairsOfManyUniformFingerprints() {
    Seeds.random(random -> {
      FingerprintSnapshotBuilder builder = new FingerprintSnapshotBuilder(64, 1);
      Map<Long, Long> planted = new HashMap<>();
      for (int document = 0; document < 400_000; document++) {
        long fingerprint = random.nextLong();
        builder.add(document, Fingerprint.of(64, fingerprint));
        if (document % 1_000 == 0) {
          int bit = random.nextInt(64);
          long near = fingerprint ^ 1L << bit ^ 1L << (bit + random.nextInt(2)) % 64;
          planted.put(fingerprint, near == fingerprint ? fingerprint ^ 1 : near);
          builder.add(400_000 + document, Fingerprint.of(64, planted.get(fingerprint)));
        }
      }
      FingerprintSnapshot rows = builder.build(POOL);
      Map<Long, Integer> numbers = new HashMap<>();
      for (int row = 0; row < rows.size(); row++) {
        numbers.put(rows.fingerprint(row).word(0), row);
      }
      Map<Long, Integer> expected = new HashMap<>();
      planted.forEach((fingerprint, near) -> {
        int a = numbers.get(fingerprint);
        int b = numbers.get(near);
        expected.put(
            (long) Math.min(a, b) << Integer.SIZE | Math.max(a, b),
            Long.bitCount(fingerprint ^ near));
      });
      assertThat(firstDifference(AllPairs.reaching(rows, 2, 2, 1), expected)).isEmpty();
    });
  }

  @Test
  void joinsAHugeBucket() {
    Seeds.random(random -> {
      FingerprintSnapshotBuilder rows = new FingerprintSnapshotBuilder(64, 1);
      Set<Long> planted = new HashSet<>();
      for (int i = 0; i < 300_000; i++) {
        long skewed = random.nextLong() & 0xFFFF_FFFF_FF00L | 0x1234_0000_0000_0000L;
        rows.add(2 * i, Fingerprint.of(64, skewed));
        if (i % 1_000 == 0) {
          long near = skewed ^ 1L << random.nextInt(64) ^ 1L << random.nextInt(64);
          rows.add(2 * i + 1, Fingerprint.of(64, near));
          if (near != skewed) {
            planted.add(2L * i << Integer.SIZE | 2L * i + 1);
          }
        }
      }
      FingerprintSnapshot all = rows.build(POOL);
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
      FingerprintSnapshot rows = RandomRows.of(256, 2_000, shape, random);
      Map<Long, Integer> expected = RandomRows.pairs(rows, 60);
      JoinPlan plan =
          new JoinPlan(
              Method.PROBES, 16, 1, 31, ProbeRecall.of(new Blocks(256, 16), block -> 1, 60), 0);
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
  void checkDetectsAnyMissingPath() {
    Seeds.random(random -> {
      FingerprintSnapshot rows = withCopiesThreeBitsOff(random);
      Map<Long, Integer> expected = RandomRows.pairs(rows, 3);
      KeyPath root = KeyPath.root(64, 3, 5);
      for (int path = 0; path < root.children().size(); path++) {
        List<KeyPath> paths = new ArrayList<>(root.children());
        KeyPath dropped = paths.remove(path);
        assertThat(firstDifference(tables(rows, paths), expected)).as("%d", path).isNotEmpty();
        for (int leaf = 0; leaf < dropped.children().size(); leaf++) {
          List<KeyPath> leaves = new ArrayList<>(dropped.children());
          leaves.addAll(paths);
          assertThat(firstDifference(tables(rows, leaves), expected)).isEmpty();
          leaves.remove(leaf);
          assertThat(firstDifference(tables(rows, leaves), expected))
              .as("%d, %d", path, leaf)
              .isNotEmpty();
        }
      }
    });
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void checkDetectsAnyMissingBlock(int radius) {
    Seeds.random(random -> {
      int blocks = 16;
      int distance = blocks * (radius + 1) - 1;
      FingerprintSnapshot rows =
          withNearCopies(256, random, r -> bitsThatOneBlockAlonePasses(radius, r));
      Map<Long, Integer> expected = RandomRows.pairs(rows, distance);
      int[] all = IntStream.range(0, blocks).toArray();
      assertThat(firstDifference(probes(rows, radius, all), expected)).isEmpty();
      for (int block : all) {
        int[] others = IntStream.of(all).filter(other -> other != block).toArray();
        assertThat(firstDifference(probes(rows, radius, others), expected))
            .as("%d", block)
            .isNotEmpty();
      }
    });
  }

  @Test
  void checkDetectsAnyMissingTile() {
    Seeds.random(random -> {
      FingerprintSnapshot rows = withCopiesThreeBitsOff(random);
      Map<Long, Integer> expected = RandomRows.pairs(rows, 3);
      int[] all = IntStream.range(0, (rows.size() + ScanJoin.TILE - 1) / ScanJoin.TILE).toArray();
      assertThat(all).hasSizeGreaterThan(2);
      assertThat(firstDifference(scan(rows, all), expected)).isEmpty();
      for (int tile : all) {
        int[] others = IntStream.of(all).filter(other -> other != tile).toArray();
        assertThat(firstDifference(scan(rows, others), expected)).as("%d", tile).isNotEmpty();
      }
    });
  }

  /// 3,000 rows, half of which differ from another row in the bits that `flips` generates.
  private static FingerprintSnapshot withNearCopies(
      int bits, SplittableRandom random, Function<SplittableRandom, IntStream> flips) {
    FingerprintSnapshotBuilder rows = new FingerprintSnapshotBuilder(bits, 3_000);
    for (int document = 0; document < 3_000; document += 2) {
      long[] words = random.longs(FingerprintSnapshot.wordCount(bits)).toArray();
      rows.add(document, Fingerprint.of(bits, words));
      flips.apply(random).forEach(bit -> words[bit / Long.SIZE] ^= 1L << bit);
      rows.add(document + 1, Fingerprint.of(bits, words));
    }
    return rows.build(POOL);
  }

  private static FingerprintSnapshot withCopiesThreeBitsOff(SplittableRandom random) {
    return withNearCopies(64, random, r -> r.ints(3, 0, 64));
  }

  /// The differing bits of a pair that one of 16 blocks finds, and no other block.
  private static IntStream bitsThatOneBlockAlonePasses(int radius, SplittableRandom random) {
    int passing = random.nextInt(16);
    int offset = random.nextInt(16);
    return IntStream.range(0, 16 * (radius + 1))
        .filter(flip -> flip != passing * (radius + 1))
        .map(flip -> flip / (radius + 1) * 16 + (offset + flip % (radius + 1)) % 16);
  }

  private static Join tables(FingerprintSnapshot rows, List<KeyPath> paths) {
    return (sink, run) -> {
      RowLookup lookup = new RowLookup(rows);
      RangeComparison.WordPairs found =
          (one, other) -> {
            int a = lookup.rowOf(one);
            int b = lookup.rowOf(other);
            sink.pair(Math.min(a, b), Math.max(a, b), Long.bitCount(one ^ other));
          };
      new TableJoin(rows.words(), rows.size(), 64, 3, 5, found, run).join(paths);
    };
  }

  private static Join probes(FingerprintSnapshot rows, int radius, int[] blocks) {
    int distance = 16 * (radius + 1) - 1;
    return (sink, run) -> new ProbeJoin(rows, distance, 16, radius, sink, run).join(blocks);
  }

  private static Join scan(FingerprintSnapshot rows, int[] tiles) {
    return (sink, run) -> new ScanJoin(rows, 3, sink, run).join(tiles);
  }

  static Stream<Arguments> plansToCancel() {
    return Stream.of(
        Arguments.of(64, 6, new JoinPlan(Method.TABLES, 7, 0, 6, 1, 0)),
        Arguments.of(256, 31, new JoinPlan(Method.PROBES, 16, 1, 31, 1, 0)),
        Arguments.of(64, 6, scan()),
        Arguments.of(256, 31, scan()));
  }

  @ParameterizedTest
  @MethodSource("plansToCancel")
  void cancelledJoinsStopEarly(int bits, int distance, JoinPlan plan) {
    Seeds.random(random -> {
      FingerprintSnapshotBuilder builder = new FingerprintSnapshotBuilder(bits, 1);
      long[] words = random.longs(FingerprintSnapshot.wordCount(bits)).toArray();
      for (int document = 0; document < 60_000; document++) { // within distance of the previous one
        int bit = document % 2 == 0 ? -1 : random.nextInt(bits);
        words = bit < 0 ? random.longs(words.length).toArray() : words.clone();
        if (bit >= 0) {
          words[bit / Long.SIZE] ^= 1L << bit;
        }
        builder.add(document, Fingerprint.of(bits, words));
      }
      FingerprintSnapshot rows = builder.build(POOL);
      JoinRun run = new JoinRun();
      DoubleAdder progress = new DoubleAdder();
      AtomicLong pairs = new AtomicLong();
      AtomicLong pairsBefore = new AtomicLong();
      boolean whole =
          AllPairs.by(plan, rows, distance)
              .join(
                  (a, b, d) -> {
                    pairs.incrementAndGet();
                    double done = run.progress();
                    if (done > 0 && !run.isCancelled()) {
                      run.cancel();
                      progress.add(done);
                      pairsBefore.set(pairs.get());
                    }
                  },
                  run,
                  POOL);
      assertThat(whole).isFalse();
      assertThat(progress.sum()).as("when it was cancelled").isBetween(Double.MIN_VALUE, 0.2);
      assertThat(run.progress()).as("when it ended").isLessThan(0.3);
      assertThat(pairs.get() - pairsBefore.get()).isLessThan(10_000);
    });
  }

  @Test
  void progressEndsAtOne() {
    Seeds.random(random -> {
      for (int bits : new int[] {64, 256}) {
        FingerprintSnapshot rows = RandomRows.of(bits, 5_000, Shape.UNIFORM, random);
        for (JoinPlan plan : exactPlans(bits, 3)) {
          JoinRun run = new JoinRun();
          assertThat(AllPairs.by(plan, rows, 3).join((a, b, d) -> {}, run, POOL)).isTrue();
          assertThat(run.progress()).as("%s", plan).isEqualTo(1);
        }
      }
    });
  }

  @Test
  void exceptionsOfSinksAreRethrown() {
    Seeds.random(random -> {
      FingerprintSnapshot rows = RandomRows.of(64, 1_000, Shape.CLUSTERED, random);
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

  /// A join under test, complete or with a fault.
  @FunctionalInterface
  private interface Join {
    void join(PairSink sink, JoinRun run);
  }

  private static String firstDifference(AllPairs join, Map<Long, Integer> expected) {
    return firstDifference((sink, run) -> join.join(sink, run, POOL), expected);
  }

  private static String firstDifference(Join join, Map<Long, Integer> expected) {
    Map<Long, Integer> found = new ConcurrentHashMap<>();
    AtomicLong twice = new AtomicLong();
    join.join(
        (a, b, distance) -> {
          if (a >= b || found.put((long) a << Integer.SIZE | b, distance) != null) {
            twice.incrementAndGet();
          }
        },
        new JoinRun());
    if (twice.get() > 0) {
      return twice + " pairs came twice";
    }
    return found.equals(expected)
        ? ""
        : "found %d pairs, not %d".formatted(found.size(), expected.size());
  }
}

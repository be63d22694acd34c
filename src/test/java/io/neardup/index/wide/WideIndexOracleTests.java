package io.neardup.index.wide;

import static io.neardup.index.RandomFingerprints.anywhere;
import static io.neardup.index.RandomFingerprints.flipped;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Seeds;
import io.neardup.index.Match;
import io.neardup.index.MeasuredRecall;
import io.neardup.index.Plan;
import io.neardup.index.Probing;
import io.neardup.index.SearchResult;
import io.neardup.index.StopSignal;
import io.neardup.index.World;
import io.neardup.index.World.Lookup;
import io.neardup.index.World.Shape;
import io.neardup.simhash.Fingerprint;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The index finds the same as a linear scan, as far as its plan guarantees, and the check detects
/// an index that does not.
class WideIndexOracleTests {

  private static final int DOCUMENTS = 180;

  static Stream<Arguments> worlds() {
    return Seeds.some(
        Stream.of(100, 128, 256, 512)
            .flatMap(bits ->
                Stream.of(WideTableCount.ALL, WideTableCount.HALF)
                    .filter(
                        tables -> tables == WideTableCount.ALL || bits % 128 != 0 || bits == 256)
                    .flatMap(tables -> shapes().map(shape -> Arguments.of(bits, tables, shape)))));
  }

  private static Stream<Shape> shapes() {
    return EnumSet.range(Shape.UNIFORM, Shape.FEW_BLOCK_VALUES).stream();
  }

  static Stream<Shape> someShapes() {
    return Seeds.some(shapes());
  }

  @ParameterizedTest
  @MethodSource("worlds")
  void findsTheContentsOfProbedBuckets(int bits, WideTableCount tables, Shape shape) {
    Seeds.random(random -> {
      WideWorld world = new WideWorld(bits, tables, shape, random);
      assertThat(world.firstDifference(world.index::lookup)).isEmpty();
      world.world.write(DOCUMENTS);
      assertThat(world.firstDifference(world.index::lookup)).isEmpty();
    });
  }

  @ParameterizedTest
  @MethodSource("worlds")
  void keepsThePromisesOfItsPlans(int bits, WideTableCount tables, Shape shape) {
    Seeds.random(random -> {
      WideWorld world = new WideWorld(bits, tables, shape, random);
      world.world.write(2 * DOCUMENTS);
      assertThat(world.firstBrokenPromise()).isEmpty();
    });
  }

  @ParameterizedTest
  @ValueSource(ints = {32, 100, 256})
  void scansWithoutTables(int bits) {
    Seeds.random(random -> {
      WideWorld world = new WideWorld(bits, WideTableCount.NONE, Shape.CLUSTERED, random);
      world.world.write(DOCUMENTS);
      assertThat(world.firstBrokenPromise()).isEmpty();
      assertThat(world.index.plan(0, 0.1).kind()).isEqualTo(Plan.Kind.SCAN);
    });
  }

  @ParameterizedTest
  @MethodSource("someShapes")
  void staysExactWhileGrowingAndShrinking(Shape shape) {
    Seeds.random(random -> {
      WideWorld world = new WideWorld(128, WideTableCount.ALL, shape, random);
      world.world.write(9_000);
      assertThat(world.firstBrokenPromise()).isEmpty();
      for (int left : List.of(3_000, 0)) {
        world.world.shrinkTo(left);
        assertThat(world.firstBrokenPromise()).isEmpty();
      }
      assertThat(world.index.largestBucket()).isZero();
      assertThat(world.index.nearest(anywhere(128, random), 10, StopSignal.NEVER).candidates())
          .isZero();
      world.world.write(DOCUMENTS);
      assertThat(world.firstDifference(world.index::lookup)).isEmpty();
    });
  }

  @Test
  void releasesRowsOfRemovedDocuments() {
    Seeds.random(random -> {
      WideIndex index = new WideIndex(256, WideTableCount.ALL, World::id);
      Fingerprint[] fingerprints = new Fingerprint[60_000];
      for (int document = 0; document < fingerprints.length; document++) {
        fingerprints[document] = anywhere(256, random);
        index.add(document, fingerprints[document]);
      }
      for (int document = 0; document < fingerprints.length; document++) {
        if (document % 10 != 0) {
          index.remove(document, fingerprints[document]);
        }
      }
      Plan scan = Plan.scan(256);
      SearchResult all = index.lookup(fingerprints[0], 256, 10, WideLookupPath.FULL_SCAN);
      assertThat(all.plan()).isEqualTo(scan);
      assertThat(all.candidates()).isBetween(6_000L, 6_000L + 2 * 4096 + 6_000);
      for (int document = 0; document < fingerprints.length; document += 10) {
        assertThat(index.search(fingerprints[document], 0, 1, 2).matches())
            .extracting(Match::document)
            .containsExactly(document);
      }
    });
  }

  /// The computed recall equals the measured one within five standard deviations.
  @ParameterizedTest
  @CsvSource({
    "256, ALL, 0, 63, 16, 64",
    "256, ALL, 0, 63, 22, 64",
    "256, ALL, 0, 63, 32, 22",
    "256, ALL, 2, 63, 32, 20",
    "256, ALL, 0, 63, 40, 16",
    "256, ALL, 4, 63, 24, 21",
    "256, ALL, 0, 63, 48, 18",
    "256, ALL, 0, 40, 16, 10",
    "256, HALF, 0, 63, 19, 22",
    "256, HALF, 2, 50, 16, 14",
    "128, ALL, 0, 29, 8, 64",
    "128, ALL, 0, 29, 12, 15",
    "512, ALL, 0, 130, 64, 22",
    "512, HALF, 4, 130, 35, 64",
    "100, ALL, 0, 20, 9, 13",
    "100, HALF, 2, 20, 9, 16"
  })
  void findsRandomFlipsAsOftenAsComputed(
      int bits, WideTableCount tables, int dropped, int distance, int step, int threshold) {
    Seeds.random(random -> {
      WideIndex index = new WideIndex(bits, tables, World::id);
      SketchWindows windows = new SketchWindows(tables.blocks(bits).shortened(dropped));
      WideProbing probing =
          new WideProbing(new Probing(windows.blocks(), step), windows, threshold);
      double recall = new WidePlanner(tables.blocks(bits), true).recall(probing, distance);
      MeasuredRecall.assertComputed(
          index,
          bits,
          distance,
          1_000 * Seeds.rounds(4),
          recall,
          (query, maxDistance, limit, i) -> index.lookup(query, maxDistance, limit, probing),
          random);
    });
  }

  @Test
  void probesALargeCollectionAndScansASmallOne() {
    Seeds.random(random -> {
      WideIndex index = new WideIndex(256, WideTableCount.ALL, World::id);
      assertThat(index.plan(63, 0.95).kind()).isEqualTo(Plan.Kind.SCAN);
      for (int document = 0; document < 200_000; document++) {
        index.add(document, anywhere(256, random));
      }
      Plan usual = index.plan(63, 0.6);
      assertThat(usual.kind()).isEqualTo(Plan.Kind.PROBES);
      assertThat(usual.recall()).isBetween(0.6, 0.7);
      assertThat(usual.exactTo()).isBetween(16, 40);
      assertThat(index.plan(31, 1).isExact()).isTrue();
      assertThat(index.plan(15, 1).kind()).isEqualTo(Plan.Kind.TABLES);
      assertThat(index.plan(63, 1).kind()).isEqualTo(Plan.Kind.SCAN);
      assertThat(index.search(anywhere(256, random), 63, 0.6, 10).candidates()).isLessThan(20_000);
    });
  }

  @Test
  void scansIfTheBucketsOfTheQueryAreLarge() {
    Seeds.random(random -> {
      WideIndex index = new WideIndex(256, WideTableCount.ALL, World::id);
      Fingerprint crowd = anywhere(256, random);
      for (int document = 0; document < 200_000; document++) {
        index.add(document, document % 4 == 0 ? flipped(crowd, 20, random) : anywhere(256, random));
      }
      assertThat(index.search(crowd, 63, 0.6, 10).plan().kind()).isEqualTo(Plan.Kind.SCAN);
      assertThat(index.search(anywhere(256, random), 63, 0.6, 10).plan().kind())
          .isEqualTo(Plan.Kind.PROBES);
    });
  }

  @ParameterizedTest
  @ValueSource(ints = {128, 256, 512})
  void checkDetectsAnyMissingTable(int bits) {
    Seeds.random(random -> {
      WideWorld world = new WideWorld(bits, WideTableCount.ALL, Shape.UNIFORM, random);
      world.world.write(20);
      for (int missing = 0; missing < world.tables(); missing++) {
        assertThat(world.firstDifference(withoutTable(world, missing)))
            .as("without table %d", missing)
            .isPresent();
      }
    });
  }

  @Test
  void checkDetectsOtherWrongAnswers() {
    Seeds.random(random -> {
      WideWorld world = new WideWorld(128, WideTableCount.ALL, Shape.REPEATED, random);
      world.world.write(DOCUMENTS);
      Lookup<WideLookupPath> right = world.index::lookup;
      assertThat(world.firstDifference((q, d, limit, p) -> right.search(q, d + 1, limit, p)))
          .as("distance one too large")
          .isPresent();
      assertThat(
              world.firstDifference((q, d, limit, p) -> {
                SearchResult result = right.search(q, d, limit, p);
                return new SearchResult(result.matches(), false, result.plan(), 0);
              }))
          .as("a truncated result without truncated")
          .isPresent();
      assertThat(
              world.firstDifference(
                  (q, d, limit, p) -> right.search(q, d, limit, WideLookupPath.FULL_SCAN)))
          .as("more than the probes find")
          .isPresent();
    });
  }

  @ParameterizedTest
  @CsvSource({"256, ALL", "256, HALF", "100, ALL", "512, ALL"})
  void checkDetectsAThresholdOneTooSmall(int bits, WideTableCount tables) {
    Seeds.random(random -> {
      WideWorld world = new WideWorld(bits, tables, Shape.UNIFORM, random);
      world.world.write(20);
      Lookup<WideLookupPath> stricter =
          (query, maxDistance, limit, path) ->
              world.index.lookup(query, maxDistance, limit, stricter(path));
      assertThat(world.firstDifference(stricter)).isPresent();
    });
  }

  private static WideLookupPath stricter(WideLookupPath path) {
    return path instanceof WideProbing probing && probing.threshold() > 0
        ? new WideProbing(probing.keys(), probing.windows(), probing.threshold() - 1)
        : path;
  }

  /// Lookups that lose the matches which only one table finds.
  private static Lookup<WideLookupPath> withoutTable(WideWorld world, int missing) {
    return (query, maxDistance, limit, path) -> {
      SearchResult result = world.index.lookup(query, maxDistance, limit, path);
      List<Match> found =
          result.matches().stream()
              .filter(match ->
                  !(path instanceof WideProbing probing)
                      || world.covers(probing, missing, query, match))
              .toList();
      return new SearchResult(found, result.truncated(), result.plan(), result.candidates());
    };
  }
}

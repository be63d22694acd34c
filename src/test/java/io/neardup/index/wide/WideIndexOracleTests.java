package io.neardup.index.wide;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Seeds;
import io.neardup.index.Match;
import io.neardup.index.Plan;
import io.neardup.index.Probing;
import io.neardup.index.SearchResult;
import io.neardup.index.narrow.World;
import io.neardup.index.wide.WideWorld.Lookup;
import io.neardup.index.wide.WideWorld.Shape;
import io.neardup.simhash.Fingerprint;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The index finds the same as a linear scan, as far as its plan promises, and the check detects an
/// index that does not.
class WideIndexOracleTests {

  private static final int DOCUMENTS = 250;

  static Stream<Arguments> worlds() {
    return Stream.of(100, 128, 256, 512)
        .flatMap(bits ->
            Stream.of(WideTableCount.ALL, WideTableCount.HALF)
                .filter(tables -> tables == WideTableCount.ALL || bits % 128 != 0 || bits == 256)
                .flatMap(tables ->
                    Stream.of(Shape.values()).map(shape -> Arguments.of(bits, tables, shape))));
  }

  @ParameterizedTest
  @MethodSource("worlds")
  void findsTheContentsOfProbedBuckets(int bits, WideTableCount tables, Shape shape) {
    Seeds.random(random -> {
      WideWorld world = new WideWorld(bits, tables, shape, random);
      assertThat(world.firstDifference(world.index()::lookup)).isEmpty();
      world.write(DOCUMENTS);
      assertThat(world.firstDifference(world.index()::lookup)).isEmpty();
    });
  }

  @ParameterizedTest
  @MethodSource("worlds")
  void keepsThePromisesOfItsPlans(int bits, WideTableCount tables, Shape shape) {
    Seeds.random(random -> {
      WideWorld world = new WideWorld(bits, tables, shape, random);
      world.write(2 * DOCUMENTS);
      assertThat(world.firstBrokenPromise()).isEmpty();
    });
  }

  @ParameterizedTest
  @ValueSource(ints = {32, 100, 256})
  void scansWithoutTables(int bits) {
    Seeds.random(random -> {
      WideWorld world = new WideWorld(bits, WideTableCount.NONE, Shape.CLUSTERED, random);
      world.write(DOCUMENTS);
      assertThat(world.firstBrokenPromise()).isEmpty();
      assertThat(world.index().plan(0, 0.1).kind()).isEqualTo(Plan.Kind.SCAN);
    });
  }

  @ParameterizedTest
  @EnumSource(Shape.class)
  void staysRightWhileItGrowsLargeAndShrinks(Shape shape) {
    Seeds.random(random -> {
      WideWorld world = new WideWorld(128, WideTableCount.ALL, shape, random);
      world.write(15_000);
      assertThat(world.firstBrokenPromise()).isEmpty();
      for (int left : List.of(4_000, 0)) {
        world.shrinkTo(left);
        assertThat(world.firstBrokenPromise()).isEmpty();
      }
      assertThat(world.index().largestBucket()).isZero();
      assertThat(world.index().nearest(WideWorld.anywhere(128, random), 10).candidates()).isZero();
      world.write(DOCUMENTS);
      assertThat(world.firstDifference(world.index()::lookup)).isEmpty();
    });
  }

  @Test
  void releasesRowsOfRemovedDocuments() {
    Seeds.random(random -> {
      WideIndex index = new WideIndex(256, WideTableCount.ALL, World::id);
      Fingerprint[] fingerprints = new Fingerprint[60_000];
      for (int document = 0; document < fingerprints.length; document++) {
        fingerprints[document] = WideWorld.anywhere(256, random);
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

  /// The recall that is computed is the one that is measured, to within five standard deviations.
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
      assertThat(recall).isStrictlyBetween(0.01, 0.9999);
      int documents = 1_000;
      int rounds = 4;
      int found = 0;
      for (int document = 0; document < documents; document++) {
        Fingerprint fingerprint = WideWorld.anywhere(bits, random);
        index.add(document, fingerprint);
        for (int i = 0; i < rounds; i++) {
          Fingerprint query = WideWorld.flipped(fingerprint, distance, random);
          int wanted = document;
          found +=
              index.lookup(query, distance, 10_000, probing).matches().stream()
                      .anyMatch(match -> match.document() == wanted)
                  ? 1
                  : 0;
        }
      }
      int asked = documents * rounds;
      double deviation = Math.sqrt(asked * recall * (1 - recall));
      assertThat((double) found)
          .as("of %d, at a computed recall of %f", asked, recall)
          .isBetween(asked * recall - 5 * deviation, asked * recall + 5 * deviation);
    });
  }

  @Test
  void probesALargeCollectionAndScansASmallOne() {
    Seeds.random(random -> {
      WideIndex index = new WideIndex(256, WideTableCount.ALL, World::id);
      assertThat(index.plan(63, 0.95).kind()).isEqualTo(Plan.Kind.SCAN);
      for (int document = 0; document < 200_000; document++) {
        index.add(document, WideWorld.anywhere(256, random));
      }
      Plan usual = index.plan(63, 0.6);
      assertThat(usual.kind()).isEqualTo(Plan.Kind.PROBES);
      assertThat(usual.recall()).isBetween(0.6, 0.7);
      assertThat(usual.exactTo()).isBetween(16, 40);
      assertThat(index.plan(31, 1).isExact()).isTrue();
      assertThat(index.plan(15, 1).kind()).isEqualTo(Plan.Kind.TABLES);
      assertThat(index.plan(63, 1).kind()).isEqualTo(Plan.Kind.SCAN);
      assertThat(index.search(WideWorld.anywhere(256, random), 63, 0.6, 10).candidates())
          .isLessThan(20_000);
    });
  }

  @Test
  void scansIfTheBucketsOfTheQueryAreLarge() {
    Seeds.random(random -> {
      WideIndex index = new WideIndex(256, WideTableCount.ALL, World::id);
      Fingerprint crowd = WideWorld.anywhere(256, random);
      for (int document = 0; document < 200_000; document++) {
        index.add(
            document,
            document % 4 == 0
                ? WideWorld.flipped(crowd, 20, random)
                : WideWorld.anywhere(256, random));
      }
      assertThat(index.search(crowd, 63, 0.6, 10).plan().kind()).isEqualTo(Plan.Kind.SCAN);
      assertThat(index.search(WideWorld.anywhere(256, random), 63, 0.6, 10).plan().kind())
          .isEqualTo(Plan.Kind.PROBES);
    });
  }

  @Test
  void acceptsTheSmallestAndTheLargestDocumentNumber() {
    WideIndex index = new WideIndex(128, WideTableCount.ALL, World::id);
    Fingerprint five = Fingerprint.of(128, 5, 0);
    index.add(0, five);
    index.add(Integer.MAX_VALUE, Fingerprint.of(128, 5, 1));
    assertThat(index.nearest(five, Integer.MAX_VALUE).matches())
        .extracting(Match::document)
        .containsExactly(0, Integer.MAX_VALUE);
    assertThat(index.remove(0, five)).isTrue();
    assertThat(index.remove(0, five)).isFalse();
    assertThat(index.remove(Integer.MAX_VALUE, Fingerprint.of(128, 5, 1))).isTrue();
    assertThat(index.fingerprints()).isZero();
  }

  @Test
  void leavesOutDocumentsWithoutId() {
    WideIndex index =
        new WideIndex(128, WideTableCount.ALL, document -> document == 1 ? null : "only");
    index.add(1, Fingerprint.of(128, 7, 0));
    index.add(2, Fingerprint.of(128, 6, 0));
    assertThat(index.nearest(Fingerprint.of(128, 7, 0), 9).matches())
        .containsExactly(new Match(2, "only", Fingerprint.of(128, 6, 0), 1));
  }

  @ParameterizedTest
  @ValueSource(ints = {128, 256, 512})
  void theCheckDetectsAnyMissingTable(int bits) {
    Seeds.random(random -> {
      WideWorld world = new WideWorld(bits, WideTableCount.ALL, Shape.UNIFORM, random);
      world.write(20);
      for (int missing = 0; missing < world.blocks().keys(); missing++) {
        assertThat(world.firstDifference(withoutTable(world, missing)))
            .as("without table %d", missing)
            .isPresent();
      }
    });
  }

  @Test
  void theCheckDetectsOtherWrongAnswers() {
    Seeds.random(random -> {
      WideWorld world = new WideWorld(128, WideTableCount.ALL, Shape.REPEATED, random);
      world.write(DOCUMENTS);
      Lookup right = world.index()::lookup;
      assertThat(world.firstDifference((q, d, limit, p) -> right.lookup(q, d + 1, limit, p)))
          .as("one bit too far")
          .isPresent();
      assertThat(
              world.firstDifference((q, d, limit, p) -> {
                SearchResult result = right.lookup(q, d, limit, p);
                return new SearchResult(result.matches(), false, result.plan(), 0);
              }))
          .as("a cut answer that does not say so")
          .isPresent();
      assertThat(
              world.firstDifference(
                  (q, d, limit, p) -> right.lookup(q, d, limit, WideLookupPath.FULL_SCAN)))
          .as("more than is probed")
          .isPresent();
    });
  }

  @ParameterizedTest
  @CsvSource({"256, ALL", "256, HALF", "100, ALL", "512, ALL"})
  void theCheckDetectsAThresholdOneTooSmall(int bits, WideTableCount tables) {
    Seeds.random(random -> {
      WideWorld world = new WideWorld(bits, tables, Shape.UNIFORM, random);
      world.write(20);
      Lookup stricter =
          (query, maxDistance, limit, way) ->
              world.index().lookup(query, maxDistance, limit, stricter(way));
      assertThat(world.firstDifference(stricter)).isPresent();
    });
  }

  private static WideLookupPath stricter(WideLookupPath way) {
    return way instanceof WideProbing probing && probing.threshold() > 0
        ? new WideProbing(probing.keys(), probing.windows(), probing.threshold() - 1)
        : way;
  }

  /// Lookups that lose what only one table would have found.
  private static Lookup withoutTable(WideWorld world, int missing) {
    return (query, maxDistance, limit, way) -> {
      SearchResult result = world.index().lookup(query, maxDistance, limit, way);
      List<Match> found =
          result.matches().stream()
              .filter(match ->
                  !(way instanceof WideProbing probing)
                      || IntStream.range(0, world.blocks().keys())
                          .anyMatch(table ->
                              table != missing && world.covers(probing, table, query, match)))
              .toList();
      return new SearchResult(found, result.truncated(), result.plan(), result.candidates());
    };
  }
}

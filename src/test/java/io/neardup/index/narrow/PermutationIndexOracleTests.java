package io.neardup.index.narrow;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Seeds;
import io.neardup.hamming.Blocks;
import io.neardup.index.EqualKeys;
import io.neardup.index.LookupPath;
import io.neardup.index.Match;
import io.neardup.index.MeasuredRecall;
import io.neardup.index.Plan;
import io.neardup.index.Probing;
import io.neardup.index.RandomFingerprints;
import io.neardup.index.SearchResult;
import io.neardup.index.StopSignal;
import io.neardup.index.World;
import io.neardup.index.World.Lookup;
import io.neardup.index.World.Shape;
import io.neardup.simhash.Fingerprint;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// The index finds the same as a linear scan; beyond the distance of its tables, it finds what its
/// probes guarantee. The check detects an index that does not.
class PermutationIndexOracleTests {

  private static final int DOCUMENTS = 600;

  static Stream<BlockLayout> layouts() {
    return Stream.concat(
        layoutsToProbe(),
        Stream.of(
            new BlockLayout(64, 5, 3),
            new BlockLayout(64, 6, 3),
            new BlockLayout(40, 4, 2),
            new BlockLayout(64, 8, 3),
            new BlockLayout(64, 4, 2),
            new BlockLayout(63, 5, 2),
            new BlockLayout(37, 7, 3),
            new BlockLayout(32, 6, 3),
            new BlockLayout(32, 2, 1)));
  }

  /// The layouts whose keys are one block each.
  static Stream<BlockLayout> layoutsToProbe() {
    return Stream.of(
        BlockLayout.DEFAULT,
        new BlockLayout(64, 2, 1),
        new BlockLayout(64, 1, 0),
        new BlockLayout(64, 12, 11),
        new BlockLayout(63, 5, 4),
        new BlockLayout(37, 7, 6),
        new BlockLayout(32, 4, 3),
        new BlockLayout(32, 1, 0),
        new BlockLayout(32, 12, 11));
  }

  static Stream<Arguments> layoutsAndShapes() {
    return NarrowWorld.inEveryShape(layouts());
  }

  static Stream<Arguments> layoutsToProbeAndShapes() {
    return NarrowWorld.inEveryShape(layoutsToProbe());
  }

  static Stream<Shape> someShapes() {
    return Seeds.some(Stream.of(Shape.values()));
  }

  private static PermutationIndex index(BlockLayout layout) {
    return new PermutationIndex(layout, World::id);
  }

  @ParameterizedTest
  @MethodSource("layoutsAndShapes")
  void findsTheSameAsAScanOfAllDocuments(BlockLayout layout, Shape shape) {
    inBothWorlds(
        layout,
        shape,
        world -> {
          world.world.write(DOCUMENTS / 4);
          assertThat(world.firstDifference()).isEmpty();
          assertThat(world.world.firstWrongNearest()).isEmpty();
          world.world.write(DOCUMENTS / 2);
          assertThat(world.firstDifference()).isEmpty();
          world.world.shrinkTo(0);
          assertThat(world.firstDifference()).isEmpty();
          assertThat(world.index.largestBucket()).isZero();
        });
  }

  /// With buckets as usual, and with buckets that are split early.
  private static void inBothWorlds(BlockLayout layout, Shape shape, Consumer<NarrowWorld> check) {
    Seeds.random(random -> {
      check.accept(new NarrowWorld(layout, shape, random));
      check.accept(NarrowWorld.splittingEarly(layout, shape, random));
    });
  }

  @ParameterizedTest
  @MethodSource("layoutsToProbeAndShapes")
  void findsTheContentsOfProbedBuckets(BlockLayout layout, Shape shape) {
    inBothWorlds(
        layout,
        shape,
        world -> {
          assertThat(world.firstDifferenceInProbing()).isEmpty();
          world.world.write(DOCUMENTS / 4);
          assertThat(world.firstDifferenceInProbing()).isEmpty();
          world.world.shrinkTo(0);
          assertThat(world.firstDifferenceInProbing()).isEmpty();
        });
  }

  @ParameterizedTest
  @MethodSource("someShapes")
  void keepsThePromisesOfItsPlans(Shape shape) {
    Seeds.random(random -> {
      NarrowWorld world = new NarrowWorld(BlockLayout.DEFAULT, shape, random);
      world.world.write(6_000);
      Map<Plan.Kind, Integer> kinds = new EnumMap<>(Plan.Kind.class);
      List<Integer> distances = List.of(0, 3, 4, 7, 8, 11, 12, 16, 20);
      assertThat(world.world.firstBrokenPromise(distances, kinds)).isEmpty();
      assertThat(kinds).containsKeys(Plan.Kind.TABLES, Plan.Kind.SCAN);
      if (shape == Shape.UNIFORM) {
        assertThat(kinds).containsKey(Plan.Kind.PROBES);
      }
    });
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void usesTablesUpToTheLayoutsDistanceAndScansBeyond(BlockLayout layout) {
    for (int maxDistance = 0; maxDistance <= 64; maxDistance++) {
      Plan plan = index(layout).search(Fingerprint.of(0), maxDistance, 1, 1).plan();
      assertThat(plan.kind())
          .isEqualTo(maxDistance <= layout.exactTo() ? Plan.Kind.TABLES : Plan.Kind.SCAN);
      assertThat(plan.isExact()).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "64, 4, 4, 4",
    "64, 4, 8, 4",
    "64, 4, 8, 6",
    "64, 4, 10, 8",
    "64, 4, 14, 10",
    "64, 12, 20, 13",
    "63, 5, 12, 7",
    "32, 2, 6, 4"
  })
  void findsRandomFlipsAsOftenAsComputed(int bits, int blocks, int distance, int step) {
    BlockLayout layout = new BlockLayout(bits, blocks, blocks - 1);
    PermutationIndex index = index(layout);
    Probing probing = new Probing(layout.cut(), step);
    Seeds.random(random ->
        MeasuredRecall.assertComputed(
            index,
            bits,
            distance,
            1_000 * Seeds.rounds(5),
            probing.recall(distance),
            (query, maxDistance, limit, i) ->
                index.probe(query, maxDistance, limit, probing, StopSignal.NEVER),
            random));
  }

  @Test
  void probesALargeCollectionAndScansASmallOne() {
    Seeds.random(random -> {
      PermutationIndex index = index(BlockLayout.DEFAULT);
      assertThat(index.plan(7, 0.95).kind()).isEqualTo(Plan.Kind.SCAN);
      fill(index, 200_000, random);

      assertThat(index.plan(7, 1))
          .isEqualTo(new Plan(Plan.Kind.PROBES, 68, 7, 7, 1, new Probing(new Blocks(64, 4), 8)));
      EqualKeys keys =
          new EqualKeys(
              List.of(0, 1, 2, 3), List.of(0xFFFFL, 0xFFFF0000L, 0xFFFF00000000L, 0xFFFFL << 48));
      assertThat(index.plan(3, 0.1)).isEqualTo(Plan.exact(Plan.Kind.TABLES, 4, 3, keys));
      assertThat(index.plan(16, 1)).isEqualTo(Plan.scan(16));
      Plan likely = index.plan(8, 0.9);
      assertThat(likely.kind()).isEqualTo(Plan.Kind.PROBES);
      assertThat(likely.exactTo()).isLessThan(8);
      assertThat(likely.recall()).isBetween(0.9, 0.999);

      Fingerprint query = RandomFingerprints.anywhere(64, random);
      SearchResult exact = index.search(query, 7, 1, 10);
      assertThat(exact.plan()).isEqualTo(index.plan(7, 1));
      assertThat(exact.candidates()).isLessThan(2_000);
      assertThat(index.search(query, 8, 0.9, 10).plan()).isEqualTo(likely);
      assertThat(index.nearest(query, 1, StopSignal.NEVER).matches()).hasSize(1);
      assertThat(index.search(query, 3, 1, 10).candidates()).isLessThan(4_000);
      assertThat(index.search(query, 16, 1, 10).candidates()).isEqualTo(200_000);
    });
  }

  @Test
  void scansIfTheBucketsOfTheQueryAreLarge() {
    Seeds.random(random -> {
      PermutationIndex index = index(BlockLayout.DEFAULT);
      Fingerprint centre = RandomFingerprints.anywhere(64, random);
      for (int document = 0; document < 60_000; document++) {
        index.add(
            document,
            document % 2 == 0
                ? RandomFingerprints.flipped(centre, 3, random)
                : RandomFingerprints.anywhere(64, random));
      }

      assertThat(index.search(centre, 7, 1, 10).plan().kind()).isEqualTo(Plan.Kind.SCAN);
      assertThat(index.search(RandomFingerprints.anywhere(64, random), 7, 1, 10).plan().kind())
          .isEqualTo(Plan.Kind.PROBES);
    });
  }

  @Test
  void comparesFewFingerprintsForTheNearestOfALargeCollection() {
    Seeds.random(random -> {
      PermutationIndex index = index(BlockLayout.DEFAULT);
      fill(index, 200_000, random);
      Fingerprint query = RandomFingerprints.anywhere(64, random);
      index.add(200_000, RandomFingerprints.flipped(query, 6, random));
      index.add(200_001, RandomFingerprints.flipped(query, 7, random));

      SearchResult nearest = index.nearest(query, 1, StopSignal.NEVER);
      assertThat(nearest.matches()).extracting(Match::document).containsExactly(200_000);
      assertThat(nearest.plan().kind()).isEqualTo(Plan.Kind.PROBES);
      assertThat(nearest.candidates()).isLessThan(2_000);
    });
  }

  private static void fill(PermutationIndex index, int documents, SplittableRandom random) {
    for (int document = 0; document < documents; document++) {
      index.add(document, RandomFingerprints.anywhere(64, random));
    }
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void checkDetectsAnyMissingTable(BlockLayout layout) {
    List<Long> masks = layout.keyMasks();
    int step = Math.max(1, masks.size() / 6);
    Seeds.random(random -> {
      NarrowWorld world = new NarrowWorld(layout, Shape.UNIFORM, random);
      world.world.write(DOCUMENTS / 4);
      for (int i = 0; i < masks.size(); i += step) {
        List<Long> others = new ArrayList<>(masks);
        others.remove(i);
        assertThat(
                world.firstDifference((query, maxDistance, limit, path) -> {
                  SearchResult result = world.search(query, maxDistance, limit, path);
                  boolean isScan = result.plan().kind() == Plan.Kind.SCAN;
                  return result(
                      result,
                      result.matches().stream()
                          .filter(match -> isScan || agreesOnAny(others, query, match)));
                }))
            .as("without table %d", i)
            .isPresent();
      }
    });
  }

  private static boolean agreesOnAny(List<Long> masks, Fingerprint query, Match match) {
    long difference = match.fingerprint().word(0) ^ query.word(0);
    return masks.stream().anyMatch(mask -> (difference & mask) == 0);
  }

  @ParameterizedTest
  @MethodSource("layoutsToProbe")
  void checkDetectsAnyMissingProbedTable(BlockLayout layout) {
    Seeds.random(random -> {
      NarrowWorld world = new NarrowWorld(layout, Shape.UNIFORM, random);
      world.world.write(DOCUMENTS / 16);
      for (int i = 0; i < layout.blocks(); i++) {
        int missing = i;
        assertThat(
                world.firstDifferenceInProbing((query, maxDistance, limit, probing) -> {
                  SearchResult result = world.probe(query, maxDistance, limit, probing);
                  return result(
                      result,
                      result.matches().stream()
                          .filter(match -> world.covers(probing, missing, query, match)));
                }))
            .as("without table %d", missing)
            .isPresent();
      }
    });
  }

  private static SearchResult result(SearchResult result, Stream<Match> matches) {
    return new SearchResult(matches.toList(), result.truncated(), result.plan(), 0);
  }

  @Test
  void checkDetectsOtherWrongAnswers() {
    Comparator<Match> byNumber =
        Comparator.comparingInt(Match::distance).thenComparing(Match::document);
    Seeds.random(random -> {
      NarrowWorld world = new NarrowWorld(BlockLayout.DEFAULT, Shape.REPEATED, random);
      world.world.write(DOCUMENTS);
      Map<String, Lookup<LookupPath>> wrong =
          Map.of(
              "one bit too far",
              (query, d, limit, path) -> world.search(query, d + 1, limit, path),
              "truncated without the flag",
              (query, d, limit, path) -> {
                SearchResult result = world.search(query, d, limit, path);
                return new SearchResult(result.matches(), false, result.plan(), 0);
              },
              "ordered by number instead of id",
              (query, d, limit, path) -> {
                SearchResult result = world.search(query, d, limit, path);
                return result(result, result.matches().stream().sorted(byNumber));
              });
      wrong.forEach(
          (fault, lookup) -> assertThat(world.firstDifference(lookup)).as(fault).isPresent());
    });
  }

  @Test
  void checkDetectsOtherWrongProbing() {
    Seeds.random(random -> {
      NarrowWorld world = new NarrowWorld(BlockLayout.DEFAULT, Shape.CLUSTERED, random);
      world.world.write(DOCUMENTS / 4);
      assertThat(
              world.firstDifferenceInProbing(
                  (query, d, limit, probing) -> world.probe(query, d + 1, limit, probing)))
          .as("distance one too large")
          .isPresent();
      assertThat(
              world.firstDifferenceInProbing((query, d, limit, probing) ->
                  world.probe(query, d, limit, new Probing(probing.blocks(), probing.step() + 1))))
          .as("one probing step too many")
          .isPresent();
    });
  }
}

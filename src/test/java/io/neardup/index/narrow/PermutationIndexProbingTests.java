package io.neardup.index.narrow;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Seeds;
import io.neardup.hamming.Blocks;
import io.neardup.index.EqualKeys;
import io.neardup.index.Match;
import io.neardup.index.Plan;
import io.neardup.index.Probing;
import io.neardup.index.SearchResult;
import io.neardup.index.narrow.World.Probe;
import io.neardup.index.narrow.World.Shape;
import io.neardup.simhash.Fingerprint;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Beyond the distance of the tables, the index finds what its probes promise, and the questions
/// asked to show that would notice an index that does not.
class PermutationIndexProbingTests {

  private static final int DOCUMENTS = 250;

  static Stream<BlockLayout> layouts() {
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
    return World.inEveryShape(layouts());
  }

  @ParameterizedTest
  @MethodSource("layoutsAndShapes")
  void findsTheContentsOfProbedBuckets(BlockLayout layout, Shape shape) {
    Seeds.random(random -> {
      World world = new World(layout, shape, random);
      assertThat(world.firstDifferenceInProbing(world.index()::probe)).isEmpty();
      world.write(DOCUMENTS);
      assertThat(world.firstDifferenceInProbing(world.index()::probe)).isEmpty();
    });
  }

  @ParameterizedTest
  @MethodSource("layoutsAndShapes")
  void findsTheSameWithSplitBuckets(BlockLayout layout, Shape shape) {
    Seeds.random(random -> {
      BucketSplitting early = new BucketSplitting(layout.exactTo(), 8, 3);
      World world = new World(layout, shape, random, early);
      world.write(DOCUMENTS);
      assertThat(world.firstDifferenceInProbing(world.index()::probe)).isEmpty();
      world.removeAll();
      assertThat(world.firstDifferenceInProbing(world.index()::probe)).isEmpty();
    });
  }

  @ParameterizedTest
  @EnumSource(Shape.class)
  void keepsThePromisesOfItsPlans(Shape shape) {
    Seeds.random(random -> {
      World world = new World(BlockLayout.DEFAULT, shape, random);
      world.write(6_000);
      Map<Plan.Kind, Integer> kinds = new EnumMap<>(Plan.Kind.class);
      assertThat(world.firstBrokenPromise(kinds)).isEmpty();
      assertThat(kinds).containsKeys(Plan.Kind.TABLES, Plan.Kind.SCAN);
      if (shape == Shape.UNIFORM) {
        assertThat(kinds).containsKey(Plan.Kind.PROBES);
      }
    });
  }

  /// The recall that is computed is the one that is had, to within five standard deviations.
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
    Seeds.random(random -> {
      BlockLayout layout = new BlockLayout(bits, blocks, blocks - 1);
      PermutationIndex index = new PermutationIndex(layout, World::id);
      Probing probing = new Probing(layout.cut(), step);
      double recall = probing.recall(distance);
      assertThat(recall).isStrictlyBetween(0.01, 0.9999);
      int documents = 5_000;
      int found = 0;
      for (int document = 0; document < documents; document++) {
        long fingerprint = random.nextLong() >>> (64 - bits);
        index.add(document, fingerprint);
        long query = fingerprint ^ differing(distance, bits, random);
        int wanted = document;
        found +=
            index.probe(query, distance, 10_000, probing).matches().stream()
                    .anyMatch(match -> match.document() == wanted)
                ? 1
                : 0;
      }
      double deviation = Math.sqrt(documents * recall * (1 - recall));
      assertThat((double) found)
          .as("of %d, at a computed recall of %f", documents, recall)
          .isBetween(documents * recall - 5 * deviation, documents * recall + 5 * deviation);
    });
  }

  @Test
  void probesALargeCollectionAndScansASmallOne() {
    Seeds.random(random -> {
      PermutationIndex index = new PermutationIndex(BlockLayout.DEFAULT, World::id);
      assertThat(index.plan(7, 0.95).kind()).isEqualTo(Plan.Kind.SCAN);
      for (int document = 0; document < 200_000; document++) {
        index.add(document, random.nextLong());
      }

      assertThat(index.plan(7, 1))
          .isEqualTo(new Plan(Plan.Kind.PROBES, 68, 7, 7, 1, new Probing(new Blocks(64, 4), 8)));
      assertThat(index.plan(3, 0.1))
          .isEqualTo(
              Plan.exact(
                  Plan.Kind.TABLES,
                  4,
                  3,
                  new EqualKeys(
                      List.of(0, 1, 2, 3),
                      List.of(0xFFFFL, 0xFFFF0000L, 0xFFFF00000000L, 0xFFFFL << 48))));
      assertThat(index.plan(16, 1)).isEqualTo(Plan.scan(16));
      Plan likely = index.plan(8, 0.9);
      assertThat(likely.kind()).isEqualTo(Plan.Kind.PROBES);
      assertThat(likely.exactTo()).isLessThan(8);
      assertThat(likely.recall()).isBetween(0.9, 0.999);

      long query = random.nextLong();
      SearchResult exact = index.search(query, 7, 1, 10);
      assertThat(exact.plan()).isEqualTo(index.plan(7, 1));
      assertThat(exact.candidates()).isLessThan(2_000);
      assertThat(index.search(query, 8, 0.9, 10).plan()).isEqualTo(likely);
      assertThat(index.nearest(Fingerprint.of(query), 1).matches()).hasSize(1);
    });
  }

  @Test
  void scansIfTheBucketsOfTheQueryAreLarge() {
    Seeds.random(random -> {
      PermutationIndex index = new PermutationIndex(BlockLayout.DEFAULT, World::id);
      long crowd = random.nextLong();
      for (int document = 0; document < 60_000; document++) {
        index.add(
            document, document % 2 == 0 ? crowd ^ differing(3, 64, random) : random.nextLong());
      }

      assertThat(index.search(crowd, 7, 1, 10).plan().kind()).isEqualTo(Plan.Kind.SCAN);
      assertThat(index.search(random.nextLong(), 7, 1, 10).plan().kind())
          .isEqualTo(Plan.Kind.PROBES);
    });
  }

  @Test
  void comparesFewFingerprintsForTheNearestOfALargeCollection() {
    Seeds.random(random -> {
      PermutationIndex index = new PermutationIndex(BlockLayout.DEFAULT, World::id);
      for (int document = 0; document < 200_000; document++) {
        index.add(document, random.nextLong());
      }
      long query = random.nextLong();
      index.add(200_000, query ^ differing(6, 64, random));
      index.add(200_001, query ^ differing(7, 64, random));

      SearchResult nearest = index.nearest(Fingerprint.of(query), 1);
      assertThat(nearest.matches()).extracting(Match::document).containsExactly(200_000);
      assertThat(nearest.plan().kind()).isEqualTo(Plan.Kind.PROBES);
      assertThat(nearest.candidates()).isLessThan(2_000);
    });
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void theCheckDetectsAnyMissingTable(BlockLayout layout) {
    Seeds.random(random -> {
      World world = new World(layout, Shape.UNIFORM, random);
      world.write(DOCUMENTS / 4);
      for (int missing = 0; missing < layout.blocks(); missing++) {
        assertThat(world.firstDifferenceInProbing(withoutTable(world, layout, missing)))
            .as("without table %d", missing)
            .isPresent();
      }
    });
  }

  @Test
  void theCheckDetectsOtherWrongAnswers() {
    Seeds.random(random -> {
      World world = new World(BlockLayout.DEFAULT, Shape.CLUSTERED, random);
      world.write(DOCUMENTS);
      Probe right = world.index()::probe;
      assertThat(
              world.firstDifferenceInProbing((q, d, limit, p) -> right.probe(q, d + 1, limit, p)))
          .as("one bit too far")
          .isPresent();
      assertThat(
              world.firstDifferenceInProbing((q, d, limit, p) ->
                  right.probe(q, d, limit, new Probing(p.blocks(), p.step() + 1))))
          .as("one step too much")
          .isPresent();
    });
  }

  /// Lookups that lose what only one table would have found.
  private static Probe withoutTable(World world, BlockLayout layout, int missing) {
    return (query, maxDistance, limit, probing) -> {
      SearchResult result = world.index().probe(query, maxDistance, limit, probing);
      List<Match> found =
          result.matches().stream()
              .filter(match ->
                  IntStream.range(0, layout.blocks())
                      .anyMatch(
                          table -> table != missing && world.covers(probing, table, query, match)))
              .toList();
      return new SearchResult(found, result.truncated(), result.plan(), result.candidates());
    };
  }

  /// A word of so many bits, of which exactly `count` are set.
  private static long differing(int count, int bits, SplittableRandom random) {
    long word = 0;
    while (Long.bitCount(word) < count) {
      word |= 1L << random.nextInt(bits);
    }
    return word;
  }
}

package io.neardup.index.narrow;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Seeds;
import io.neardup.index.Match;
import io.neardup.index.Plan;
import io.neardup.index.SearchResult;
import io.neardup.index.narrow.World.Lookup;
import io.neardup.index.narrow.World.Shape;
import io.neardup.simhash.Fingerprint;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// The index finds the same as a linear scan, and the check detects an index that does not.
class PermutationIndexOracleTests {

  private static final int DOCUMENTS = 1_000;

  static Stream<BlockLayout> layouts() {
    return Stream.of(
        BlockLayout.DEFAULT,
        new BlockLayout(64, 5, 3),
        new BlockLayout(64, 6, 3),
        new BlockLayout(64, 4, 3, 4),
        new BlockLayout(40, 3, 2, 3),
        new BlockLayout(64, 2, 1),
        new BlockLayout(64, 1, 0),
        new BlockLayout(64, 8, 3),
        new BlockLayout(64, 12, 11),
        new BlockLayout(64, 4, 2),
        new BlockLayout(63, 5, 2),
        new BlockLayout(37, 7, 3),
        new BlockLayout(32, 4, 3),
        new BlockLayout(32, 6, 3),
        new BlockLayout(32, 2, 1),
        new BlockLayout(32, 1, 0),
        new BlockLayout(32, 12, 11));
  }

  static Stream<Arguments> layoutsAndShapes() {
    return World.inEveryShape(layouts());
  }

  @ParameterizedTest
  @MethodSource("layoutsAndShapes")
  void findsTheSameAsAScanOfAllDocuments(BlockLayout layout, Shape shape) {
    Seeds.random(random -> {
      World world = new World(layout, shape, random);
      world.write(DOCUMENTS / 4);
      assertThat(world.firstDifference(world.index()::search)).isEmpty();
      assertThat(world.firstDifferenceInNearest()).isEmpty();
      world.write(DOCUMENTS);
      assertThat(world.firstDifference(world.index()::search)).isEmpty();
    });
  }

  @ParameterizedTest
  @MethodSource("layoutsAndShapes")
  void findsTheSameWithSplitBuckets(BlockLayout layout, Shape shape) {
    Seeds.random(random -> {
      BucketSplitting early = new BucketSplitting(layout.exactTo(), 8, 3);
      World world = new World(layout, shape, random, early);
      world.write(DOCUMENTS / 4);
      assertThat(world.firstDifference(world.index()::search)).isEmpty();
      world.write(DOCUMENTS);
      assertThat(world.firstDifference(world.index()::search)).isEmpty();
      world.removeAll();
      assertThat(world.firstDifference(world.index()::search)).isEmpty();
      assertThat(world.index().largestBucket()).isZero();
    });
  }

  @ParameterizedTest
  @EnumSource(Shape.class)
  void holdsNothingAfterEverythingIsRemoved(Shape shape) {
    Seeds.random(random -> {
      World world = new World(BlockLayout.DEFAULT, shape, random);
      for (int round = 0; round < 3; round++) {
        world.write(DOCUMENTS);
        world.removeAll();
        assertThat(world.firstDifference(world.index()::search)).isEmpty();
        assertThat(world.index().fingerprints()).isZero();
        assertThat(world.index().largestBucket()).isZero();
      }
    });
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void usesTablesUpToTheLayoutsDistanceAndScansBeyond(BlockLayout layout) {
    PermutationIndex index = new PermutationIndex(layout, World::id);
    for (int maxDistance = 0; maxDistance <= 64; maxDistance++) {
      Plan plan = index.search(0, maxDistance, 1).plan();
      assertThat(plan.kind())
          .isEqualTo(maxDistance <= layout.exactTo() ? Plan.Kind.TABLES : Plan.Kind.SCAN);
      assertThat(plan.isExact()).isTrue();
    }
  }

  @Test
  void comparesFewFingerprintsInTablesAndAllInAScan() {
    Seeds.random(random -> {
      PermutationIndex index = new PermutationIndex(BlockLayout.DEFAULT, World::id);
      for (int document = 0; document < 50_000; document++) {
        index.add(document, random.nextLong());
      }
      long query = random.nextLong();

      assertThat(index.search(query, 3, 10).candidates()).isLessThan(1_000);
      assertThat(index.search(query, 16, 10).candidates()).isEqualTo(50_000);
    });
  }

  @Test
  void acceptsTheLargestLimit() {
    PermutationIndex index = new PermutationIndex(BlockLayout.DEFAULT, World::id);
    index.add(1, 7);
    index.add(2, 7);
    index.add(3, 3);

    SearchResult result = index.search(7, 3, Integer.MAX_VALUE);

    assertThat(result.matches()).hasSize(3);
    assertThat(result.truncated()).isFalse();
  }

  @Test
  void acceptsTheSmallestAndTheLargestDocumentNumber() {
    PermutationIndex index = new PermutationIndex(BlockLayout.DEFAULT, World::id);
    index.add(0, 5);
    index.add(Integer.MAX_VALUE, 6);

    assertThat(index.search(5, 0, 10).matches()).extracting(Match::document).containsExactly(0);
    assertThat(index.search(6, 0, 10).matches())
        .extracting(Match::document)
        .containsExactly(Integer.MAX_VALUE);
    assertThat(index.remove(0, 5)).isTrue();
    assertThat(index.remove(Integer.MAX_VALUE, 6)).isTrue();
    assertThat(index.fingerprints()).isZero();
  }

  @Test
  void removesOnlyADocumentThatHasTheFingerprint() {
    PermutationIndex index = new PermutationIndex(BlockLayout.DEFAULT, World::id);
    index.add(1, 7);
    index.add(2, 8);
    index.add(3, 8);

    assertThat(index.remove(1, 8)).isFalse();
    assertThat(index.remove(2, 7)).isFalse();
    assertThat(index.remove(1, 9)).isFalse();
    assertThat(index.remove(4, 7)).isFalse();
    assertThat(index.search(7, 64, 10).matches())
        .extracting(Match::document)
        .containsExactlyInAnyOrder(1, 2, 3);
  }

  @Test
  void leavesOutDocumentsWithoutId() {
    PermutationIndex index =
        new PermutationIndex(BlockLayout.DEFAULT, document -> document == 1 ? null : "only");
    index.add(1, 7);
    index.add(2, 6);

    assertThat(index.search(7, 3, 10).matches())
        .containsExactly(new Match(2, "only", Fingerprint.of(6L), 1));
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void theCheckDetectsAnyMissingTable(BlockLayout layout) {
    List<Long> masks = layout.keyMasks();
    int step = Math.max(1, masks.size() / 6);
    Seeds.random(random -> {
      World world = new World(layout, Shape.UNIFORM, random);
      world.write(DOCUMENTS / 4);
      for (int missing = 0; missing < masks.size(); missing += step) {
        assertThat(world.firstDifference(withoutTable(world, masks, masks.get(missing))))
            .as("without table %d", missing)
            .isPresent();
      }
    });
  }

  @Test
  void theCheckDetectsOtherWrongAnswers() {
    Seeds.random(random -> {
      World world = new World(BlockLayout.DEFAULT, Shape.REPEATED, random);
      world.write(DOCUMENTS);
      Lookup right = world.index()::search;

      assertThat(world.firstDifference((query, d, limit) -> right.search(query, d + 1, limit)))
          .as("one bit too far")
          .isPresent();
      assertThat(
              world.firstDifference((query, d, limit) -> {
                SearchResult result = right.search(query, d, limit);
                return new SearchResult(result.matches(), false, result.plan(), 0);
              }))
          .as("a cut answer that does not say so")
          .isPresent();
      assertThat(
              world.firstDifference((query, d, limit) -> {
                SearchResult result = right.search(query, d, limit);
                Comparator<Match> byNumber =
                    Comparator.comparingInt(Match::distance).thenComparing(Match::document);
                return new SearchResult(
                    result.matches().stream().sorted(byNumber).toList(),
                    result.truncated(),
                    result.plan(),
                    0);
              }))
          .as("ordered by number instead of id")
          .isPresent();
    });
  }

  /// Lookups that lose what only the table of `missing` would have found.
  private static Lookup withoutTable(World world, List<Long> masks, long missing) {
    return (query, maxDistance, limit) -> {
      SearchResult result = world.index().search(query, maxDistance, limit);
      List<Match> found =
          result.matches().stream()
              .filter(match ->
                  result.plan().kind() == Plan.Kind.SCAN
                      || masks.stream()
                          .anyMatch(mask ->
                              mask != missing
                                  && ((match.fingerprint().word(0) ^ query) & mask) == 0))
              .toList();
      return new SearchResult(found, result.truncated(), result.plan(), result.candidates());
    };
  }
}

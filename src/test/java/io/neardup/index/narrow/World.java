package io.neardup.index.narrow;

import io.neardup.index.Match;
import io.neardup.index.Plan;
import io.neardup.index.Probing;
import io.neardup.index.SearchResult;
import io.neardup.simhash.Fingerprint;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/// An index and its oracle after the same random writes, and random questions to both.
public final class World {

  private static final int[] LIMITS = {1, 2, 10, 10_000};

  /// Each layout with each shape, as arguments of a test.
  static Stream<Arguments> inEveryShape(Stream<BlockLayout> layouts) {
    return layouts.flatMap(
        layout -> Stream.of(Shape.values()).map(shape -> Arguments.of(layout, shape)));
  }

  /// Where the fingerprints lie.
  enum Shape {
    /// Anywhere.
    UNIFORM,
    /// In clusters a few bits wide.
    CLUSTERED,
    /// Most of them equal to one of very few, 0 and all ones among those.
    REPEATED,
    /// All in one shard of every table, most of them in one bucket of some.
    CROWDED,
    /// Every block has one of two values.
    FEW_BLOCK_VALUES,
    /// All with the same block 0.
    ONE_BLOCK,
    /// Equal but for ten bits in all, spread over the fingerprint.
    TEN_BITS
  }

  /// Answers lookups, as [PermutationIndex#search] does.
  @FunctionalInterface
  interface Lookup {
    SearchResult search(long query, int maxDistance, int limit);
  }

  /// Answers lookups, as [PermutationIndex#probe] does.
  @FunctionalInterface
  interface Probe {
    SearchResult probe(long query, int maxDistance, int limit, Probing probing);
  }

  private final BlockLayout layout;
  private final SplittableRandom random;
  private final Fingerprints fingerprints;
  private final PermutationIndex index;
  private final LinearScanIndex oracle;
  private int nextDocument;

  World(BlockLayout layout, Shape shape, SplittableRandom random) {
    this(layout, shape, random, BucketSplitting.of(layout.exactTo()));
  }

  World(BlockLayout layout, Shape shape, SplittableRandom random, BucketSplitting splitting) {
    this.layout = layout;
    this.random = random;
    this.fingerprints = new Fingerprints(layout, shape, random);
    this.index = new PermutationIndex(layout, World::id, splitting);
    this.oracle = new LinearScanIndex(World::id, layout.bits());
  }

  /// Ids whose order is not that of the documents' numbers.
  public static String id(int document) {
    return "id-" + Integer.toHexString(Integer.reverse(document * 0x9E3779B1));
  }

  PermutationIndex index() {
    return index;
  }

  /// Adds, moves and removes at random, until about `documents` are left.
  void write(int documents) {
    List<Integer> present = new ArrayList<>(oracle.documents().keySet());
    for (int i = 0; i < documents * 2; i++) {
      int action = random.nextInt(8);
      if (present.size() < 2 || action < 5) {
        int document = nextDocument++;
        long fingerprint = fingerprints.next();
        index.add(document, fingerprint);
        oracle.put(document, fingerprint);
        present.add(document);
        continue;
      }
      int place = random.nextInt(present.size());
      int document = present.get(place);
      long from = oracle.documents().get(document);
      if (action == 5) {
        long to = random.nextBoolean() ? fingerprints.next() : fingerprints.near(from, 3);
        index.move(document, from, to);
        oracle.put(document, to);
      } else {
        check(index.remove(document, from), "the index does not have document " + document);
        check(!index.remove(document, from), "the index still has document " + document);
        oracle.remove(document);
        present.set(place, present.getLast());
        present.removeLast();
      }
    }
  }

  /// Takes out every document.
  void removeAll() {
    Map<Integer, Long> documents = Map.copyOf(oracle.documents());
    documents.forEach((document, fingerprint) -> {
      check(index.remove(document, fingerprint), "the index lost document " + document);
      oracle.remove(document);
    });
  }

  /// Compares `lookup` with the oracle for queries with and without documents within the distance,
  /// and returns the first difference.
  Optional<String> firstDifference(Lookup lookup) {
    Set<Integer> distances = new LinkedHashSet<>();
    for (int distance = 0; distance <= layout.exactTo(); distance++) {
      distances.add(distance);
    }
    distances.addAll(List.of(layout.exactTo() + 1, layout.bits() / 3, layout.bits(), 64));
    for (long query : queries()) {
      for (int maxDistance : distances) {
        List<Match> all = oracle.search(query, maxDistance);
        for (int limit : LIMITS) {
          SearchResult answer = lookup.search(query, maxDistance, limit);
          List<Match> expected = all.subList(0, Math.min(limit, all.size()));
          boolean truncated = all.size() > limit;
          if (!answer.matches().equals(expected) || answer.truncated() != truncated) {
            return Optional.of(
                "%s query %x maxDistance %d limit %d: expected %d of %d %s, got %s"
                    .formatted(
                        layout,
                        query,
                        maxDistance,
                        limit,
                        expected.size(),
                        all.size(),
                        head(expected),
                        head(answer.matches()) + " truncated " + answer.truncated()));
          }
        }
      }
    }
    return firstWrongCount();
  }

  /// Compares `probe` with the oracle for increasing numbers of probes, and returns the first
  /// difference from the expected result: everything within the distance under a probed key.
  Optional<String> firstDifferenceInProbing(Probe probe) {
    int m = layout.blocks();
    Set<Integer> distances =
        new LinkedHashSet<>(List.of(0, m - 1, m, 2 * m - 1, 3 * m, layout.bits()));
    for (long query : queries()) {
      for (int step : new LinkedHashSet<>(List.of(1, m, m + 1, m + m / 2, 2 * m, 3 * m))) {
        Probing probing = new Probing(layout.cut(), step);
        for (int maxDistance : distances) {
          List<Match> near = oracle.search(query, maxDistance);
          List<Match> covered =
              near.stream().filter(match -> covers(probing, query, match)).toList();
          check(
              covered.containsAll(within(near, probing.exactTo())),
              "not everything within exactTo is under a key that is probed");
          for (int limit : LIMITS) {
            SearchResult answer = probe.probe(query, maxDistance, limit, probing);
            List<Match> expected = covered.subList(0, Math.min(limit, covered.size()));
            if (!answer.matches().equals(expected)
                || answer.truncated() != covered.size() > limit) {
              return Optional.of(
                  "%s query %x maxDistance %d limit %d by %s: expected %d %s, got %d %s"
                      .formatted(
                          layout,
                          query,
                          maxDistance,
                          limit,
                          probing,
                          expected.size(),
                          head(expected),
                          answer.matches().size(),
                          head(answer.matches())));
            }
          }
        }
      }
    }
    return Optional.empty();
  }

  /// Compares lookups as clients request them with the oracle, and returns the first wrong answer:
  /// an exact one must equal the oracle's, another one must have everything up to its `exactTo` and
  /// nothing beyond the distance. Counts the answers by their plan in `kinds`.
  Optional<String> firstBrokenPromise(Map<Plan.Kind, Integer> kinds) {
    for (long query : queries()) {
      for (int maxDistance : List.of(0, 3, 4, 7, 8, 11, 12, 16, 20)) {
        List<Match> all = oracle.search(query, maxDistance);
        for (double recall : new double[] {0.5, 0.95, 1}) {
          SearchResult answer = index.search(query, maxDistance, recall, 1_000_000);
          Plan plan = answer.plan();
          boolean right =
              plan.isExact()
                  ? answer.matches().equals(all)
                  : recall < 1
                      && all.containsAll(answer.matches())
                      && answer.matches().containsAll(within(all, plan.exactTo()));
          if (!right || plan.recall() < recall || plan.maxDistance() != maxDistance) {
            return Optional.of(
                "%s query %x maxDistance %d recall %f by %s: %d of %d found"
                    .formatted(
                        layout,
                        query,
                        maxDistance,
                        recall,
                        plan,
                        answer.matches().size(),
                        all.size()));
          }
          kinds.merge(plan.kind(), 1, Integer::sum);
        }
      }
    }
    return Optional.empty();
  }

  /// Whether a probe leads to the match, as the definition has it.
  private boolean covers(Probing probing, long query, Match match) {
    for (int block = 0; block < layout.blocks(); block++) {
      if (covers(probing, block, query, match)) {
        return true;
      }
    }
    return false;
  }

  /// Whether a probe into this table leads to the match.
  boolean covers(Probing probing, int block, long query, Match match) {
    long difference = match.fingerprint().word(0) ^ query;
    return Long.bitCount(difference & layout.blockMask(block)) <= probing.radius(block);
  }

  private static List<Match> within(List<Match> matches, int maxDistance) {
    return matches.stream().filter(match -> match.distance() <= maxDistance).toList();
  }

  /// Compares lookups of the nearest documents with the oracle, and returns the first difference.
  Optional<String> firstDifferenceInNearest() {
    for (long query : queries()) {
      List<Match> all = oracle.search(query, layout.bits());
      for (int limit : LIMITS) {
        SearchResult answer = index.nearest(Fingerprint.of(layout.bits(), query), limit);
        List<Match> expected = all.subList(0, Math.min(limit, all.size()));
        if (!answer.matches().equals(expected)
            || answer.truncated() != all.size() > limit
            || !answer.plan().isExact()) {
          return Optional.of(
              "%s nearest %d to %x: expected %s, got %s"
                  .formatted(layout, limit, query, head(expected), head(answer.matches())));
        }
      }
    }
    return Optional.empty();
  }

  private Optional<String> firstWrongCount() {
    long distinct = oracle.documents().values().stream().distinct().count();
    return index.fingerprints() == distinct
        ? Optional.empty()
        : Optional.of(index.fingerprints() + " fingerprints instead of " + distinct);
  }

  private List<Long> queries() {
    List<Long> queries = new ArrayList<>(List.of(0L, fingerprints.mask(), fingerprints.next()));
    List<Long> present = new ArrayList<>(oracle.documents().values());
    if (present.isEmpty()) {
      return queries;
    }
    for (int i = 0; i < 8; i++) {
      long stored = present.get(random.nextInt(present.size()));
      queries.add(fingerprints.near(stored, random.nextInt(layout.exactTo() + 3)));
    }
    for (int choice : spoiledBlocks()) {
      queries.add(
          fingerprints.oneBitFlippedIn(choice, present.get(random.nextInt(present.size()))));
    }
    if (layout.innerBlocks() > 0) {
      for (long key : layout.keyMasks()) {
        queries.add(present.get(random.nextInt(present.size())) ^ onlyAgreeingOn(key));
      }
    }
    return queries;
  }

  /// Differing bits that touch the key of every table but one.
  private long onlyAgreeingOn(long key) {
    while (true) {
      long difference = 0;
      while (Long.bitCount(difference) < layout.exactTo()) {
        difference |= 1L << random.nextInt(layout.bits()) & ~key;
      }
      long differing = difference;
      if (layout.keyMasks().stream().filter(mask -> (mask & differing) == 0).count() == 1) {
        return difference;
      }
    }
  }

  /// Choices of as many blocks as may differ: all of them, or some if there are very many.
  private List<Integer> spoiledBlocks() {
    List<Integer> choices = new ArrayList<>();
    for (int choice = 0; choice < 1 << layout.blocks(); choice++) {
      if (Integer.bitCount(choice) == layout.exactTo()) {
        choices.add(choice);
      }
    }
    while (choices.size() > 100) {
      choices.remove(random.nextInt(choices.size()));
    }
    return choices;
  }

  private static void check(boolean condition, String message) {
    if (!condition) {
      throw new AssertionError(message);
    }
  }

  private static List<Match> head(List<Match> matches) {
    return matches.subList(0, Math.min(5, matches.size()));
  }

  /// Draws fingerprints of one shape.
  private static final class Fingerprints {

    private final BlockLayout layout;
    private final Shape shape;
    private final SplittableRandom random;
    private final long[] centres;

    Fingerprints(BlockLayout layout, Shape shape, SplittableRandom random) {
      this.layout = layout;
      this.shape = shape;
      this.random = random;
      this.centres = random.longs(12).map(word -> word & mask()).toArray();
      this.centres[0] = 0;
      this.centres[1] = mask();
    }

    long mask() {
      return -1L >>> (Long.SIZE - layout.bits());
    }

    long next() {
      long anywhere = random.nextLong() & mask();
      long centre = centres[random.nextInt(centres.length)];
      return switch (shape) {
        case UNIFORM -> anywhere;
        case CLUSTERED -> near(centre, random.nextInt(layout.exactTo() + 4));
        case REPEATED ->
            random.nextInt(4) > 0 ? centres[random.nextInt(3)] : near(centre, random.nextInt(3));
        case CROWDED -> crowded(anywhere);
        case FEW_BLOCK_VALUES -> fromTwoCentres();
        case ONE_BLOCK -> anywhere & ~layout.blockMask(0) | centres[2] & layout.blockMask(0);
        case TEN_BITS ->
            (centres[2] ^ Long.expand(random.nextInt(1 << 10), 0x2108_4210_9421L)) & mask();
      };
    }

    /// Flips up to `bits` random bits.
    long near(long fingerprint, int bits) {
      long near = fingerprint;
      for (int i = 0; i < bits; i++) {
        near ^= 1L << random.nextInt(layout.bits());
      }
      return near;
    }

    long oneBitFlippedIn(int choice, long fingerprint) {
      long flipped = fingerprint;
      for (int block = 0; block < layout.blocks(); block++) {
        if ((choice >>> block & 1) != 0) {
          long mask = layout.blockMask(block);
          int bit = random.nextInt(Long.bitCount(mask));
          flipped ^= Long.expand(1L << bit, mask);
        }
      }
      return flipped;
    }

    /// Keeps the upper half of every block fixed, and all of block 0 three times out of four.
    private long crowded(long anywhere) {
      long fixed = random.nextInt(4) > 0 ? layout.blockMask(0) : 0;
      for (int block = 0; block < layout.blocks(); block++) {
        long mask = layout.blockMask(block);
        fixed |= Long.expand(-1L << Long.bitCount(mask) / 2, mask);
      }
      return anywhere & ~fixed | centres[2] & fixed;
    }

    private long fromTwoCentres() {
      long fingerprint = 0;
      for (int block = 0; block < layout.blocks(); block++) {
        fingerprint |= centres[2 + random.nextInt(2)] & layout.blockMask(block);
      }
      return fingerprint;
    }
  }
}

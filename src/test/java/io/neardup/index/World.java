package io.neardup.index;

import static io.neardup.index.RandomFingerprints.anywhere;
import static io.neardup.index.RandomFingerprints.blend;
import static io.neardup.index.RandomFingerprints.flipped;
import static io.neardup.index.RandomFingerprints.of;
import static io.neardup.index.RandomFingerprints.xor;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.simhash.Fingerprint;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.BiPredicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// An index and its oracle, a map that is scanned, after the same random writes; both answer the
/// same random queries.
public final class World {

  private static final int[] LIMITS = {1, 2, 10, 10_000};

  /// The distribution of the fingerprints.
  public enum Shape {
    /// Uniform.
    UNIFORM,
    /// In clusters with a diameter of a few bits.
    CLUSTERED,
    /// Most of them equal to one of very few fingerprints, 0 and all ones among those.
    REPEATED,
    /// All in one shard of every table, most of them in one bucket of some tables.
    SKEWED,
    /// Every block has one of two values.
    FEW_BLOCK_VALUES,
    /// All have the same block 0.
    ONE_BLOCK,
    /// Equal except for ten bits, spread over the first word.
    TEN_BITS
  }

  /// The blocks of fingerprints.
  ///
  /// @param spread the upper bound of the diameter of clusters, exclusive, in bits
  public record Area(int bits, int blocks, int spread) {

    /// The lowest bit of a block.
    public int from(int block) {
      return block * (bits / blocks) + Math.min(block, bits % blocks);
    }

    /// The bits of a block.
    public int width(int block) {
      return from(block + 1) - from(block);
    }

    /// A mask of the lowest bits of the chosen blocks.
    private long[] mask(BlockBits lowest) {
      long[] mask = new long[Math.ceilDiv(bits, Long.SIZE)];
      for (int block = 0; block < blocks; block++) {
        for (int bit = from(block); bit < from(block) + lowest.of(block); bit++) {
          mask[bit / Long.SIZE] |= 1L << bit;
        }
      }
      return mask;
    }

    /// A random bit of each chosen block, but not its lowest bit.
    public long[] oneBitIn(long chosen, int lowest, SplittableRandom random) {
      long[] mask = new long[Math.ceilDiv(bits, Long.SIZE)];
      for (int block = 0; block < blocks; block++) {
        int bit = from(block) + lowest + random.nextInt(width(block) - lowest);
        mask[bit / Long.SIZE] |= (chosen >>> block & 1) << bit;
      }
      return mask;
    }
  }

  @FunctionalInterface
  private interface BlockBits {
    int of(int block);
  }

  /// A path of lookups and what it guarantees to find.
  ///
  /// @param exactTo the distance up to which it finds everything
  /// @param covers whether it finds a match for a query
  /// @param edge derives a query from a stored fingerprint that the path just finds
  public record Way<P>(
      P path,
      int exactTo,
      BiPredicate<Fingerprint, Match> covers,
      @Nullable UnaryOperator<Fingerprint> edge) {}

  /// Answers lookups by a path.
  @FunctionalInterface
  public interface Lookup<P> {
    SearchResult search(Fingerprint query, int maxDistance, int limit, P path);
  }

  private final FingerprintIndex index;
  private final Area area;
  private final Shape shape;
  private final SplittableRandom random;
  private final List<UnaryOperator<Fingerprint>> variations;
  private final List<Fingerprint> centres = new ArrayList<>();
  private final Map<Integer, Fingerprint> documents = new HashMap<>();
  private List<Match> byId = List.of();
  private int nextDocument;

  /// @param variations derive queries from stored fingerprints
  public World(
      FingerprintIndex index,
      Area area,
      Shape shape,
      List<UnaryOperator<Fingerprint>> variations,
      SplittableRandom random) {
    this.index = index;
    this.area = area;
    this.shape = shape;
    this.variations = variations;
    this.random = random;
    centres.add(of(area.bits, word -> 0));
    centres.add(of(area.bits, word -> -1));
    for (int i = 0; i < 10; i++) {
      centres.add(anywhere(area.bits, random));
    }
  }

  /// Ids whose order differs from that of the document numbers.
  public static String id(int document) {
    return "id-" + Integer.toHexString(Integer.reverse(document * 0x9E3779B1));
  }

  /// Adds, moves and removes random documents, until it has about `more` of them.
  public void write(int more) {
    byId = List.of();
    List<Integer> present = new ArrayList<>(documents.keySet());
    for (int i = 0; i < more * 2; i++) {
      int action = random.nextInt(8);
      if (present.size() < 2 || action < 5) {
        int document = nextDocument++;
        documents.put(document, next());
        index.add(document, documents.get(document));
        present.add(document);
        continue;
      }
      int place = random.nextInt(present.size());
      int document = present.get(place);
      if (action == 5) {
        Fingerprint from = documents.get(document);
        Fingerprint to = random.nextBoolean() ? next() : flipped(from, random.nextInt(4), random);
        index.move(document, from, to);
        documents.put(document, to);
      } else {
        remove(document);
        present.set(place, present.getLast());
        present.removeLast();
      }
    }
  }

  /// Removes documents until that many are left.
  public void shrinkTo(int left) {
    byId = List.of();
    List<Integer> present = new ArrayList<>(documents.keySet());
    while (present.size() > left) {
      remove(present.remove(random.nextInt(present.size())));
    }
  }

  private void remove(int document) {
    Fingerprint fingerprint = documents.remove(document);
    assertThat(index.remove(document, fingerprint)).as("had document %d", document).isTrue();
    assertThat(index.remove(document, fingerprint)).as("still had %d", document).isFalse();
  }

  /// Compares `lookup` with the oracle, for queries with and without documents within the distance,
  /// and returns the first result that lacks a match which its path covers, or has a wrong one.
  public <P> Optional<String> firstDifference(
      Lookup<P> lookup, List<Way<P>> ways, Collection<Integer> distances) {
    List<Fingerprint> stored = List.copyOf(documents.values());
    for (Way<P> way : ways) {
      if (way.edge != null && !stored.isEmpty()) {
        Fingerprint query = way.edge.apply(stored.get(random.nextInt(stored.size())));
        Optional<String> difference = firstDifference(lookup, List.of(way), distances, query);
        if (difference.isPresent()) {
          return difference;
        }
      }
    }
    return queries().stream()
        .map(query -> firstDifference(lookup, ways, distances, query))
        .flatMap(Optional::stream)
        .findFirst()
        .or(this::firstWrongCount);
  }

  private <P> Optional<String> firstDifference(
      Lookup<P> lookup, List<Way<P>> ways, Collection<Integer> distances, Fingerprint query) {
    List<Match> all = all(query);
    for (Way<P> way : ways) {
      List<Match> covered = all.stream().filter(match -> way.covers.test(query, match)).toList();
      assertThat(within(covered, way.exactTo))
          .as("covered up to exactTo")
          .isEqualTo(within(all, way.exactTo));
      for (int maxDistance : new LinkedHashSet<>(distances)) {
        for (int limit : LIMITS) {
          SearchResult answer = lookup.search(query, maxDistance, limit, way.path);
          List<Match> expected = within(covered, maxDistance);
          if (!isFirst(answer, expected, limit)) {
            return difference(query, maxDistance, limit, way.path, expected, answer);
          }
        }
      }
    }
    return Optional.empty();
  }

  /// Compares lookups as clients request them with the oracle, and returns the first wrong result:
  /// an exact result must equal that of the oracle; any other must have everything up to its
  /// `exactTo` and nothing beyond the distance. Counts the results by plan in `kinds`.
  public Optional<String> firstBrokenPromise(
      Collection<Integer> distances, Map<Plan.Kind, Integer> kinds) {
    for (Fingerprint query : queries()) {
      List<Match> all = all(query);
      for (int maxDistance : distances) {
        List<Match> expected = within(all, maxDistance);
        for (double recall : new double[] {0.5, 0.95, 1}) {
          SearchResult answer = index.search(query, maxDistance, recall, 1_000_000);
          Plan plan = answer.plan();
          boolean right =
              plan.isExact()
                  ? answer.matches().equals(expected)
                  : recall < 1
                      && expected.containsAll(answer.matches())
                      && answer.matches().containsAll(within(expected, plan.exactTo()));
          if (!right || plan.recall() < recall || plan.maxDistance() != maxDistance) {
            return difference(query, maxDistance, 1_000_000, recall, expected, answer);
          }
          kinds.merge(plan.kind(), 1, Integer::sum);
        }
      }
    }
    return firstWrongNearest();
  }

  /// The same without counting.
  public Optional<String> firstBrokenPromise(Collection<Integer> distances) {
    return firstBrokenPromise(distances, new EnumMap<>(Plan.Kind.class));
  }

  /// Compares lookups of the nearest documents with the oracle, and returns the first difference.
  public Optional<String> firstWrongNearest() {
    for (Fingerprint query : queries()) {
      List<Match> all = all(query);
      for (int limit : LIMITS) {
        SearchResult answer = index.nearest(query, limit, StopSignal.NEVER);
        if (!isFirst(answer, all, limit) || !answer.plan().isExact()) {
          return difference(query, area.bits, limit, "nearest", all, answer);
        }
      }
    }
    return firstWrongCount();
  }

  private Optional<String> firstWrongCount() {
    long distinct = documents.values().stream().distinct().count();
    return index.fingerprints() == distinct
        ? Optional.empty()
        : Optional.of(index.fingerprints() + " fingerprints instead of " + distinct);
  }

  /// Every document as a match, in the order of results.
  private List<Match> all(Fingerprint query) {
    if (byId.isEmpty()) {
      byId = all(documents, centres.getFirst());
      byId.sort(Comparator.comparing(Match::id));
    }
    List<Match> all = new ArrayList<>(byId.size());
    for (Match match : byId) {
      int distance = match.fingerprint().distance(query);
      all.add(new Match(match.document(), match.id(), match.fingerprint(), distance));
    }
    all.sort(Comparator.comparingInt(Match::distance)); // keeps equal distances in order
    return all;
  }

  /// Each of these documents as a match, in the order of results.
  public static List<Match> all(Map<Integer, Fingerprint> documents, Fingerprint query) {
    List<Match> all = new ArrayList<>();
    documents.forEach((document, fingerprint) ->
        all.add(new Match(document, id(document), fingerprint, fingerprint.distance(query))));
    all.sort(Comparator.comparingInt(Match::distance).thenComparing(Match::id));
    return all;
  }

  /// The matches within the distance, in the order of results.
  public static List<Match> within(List<Match> matches, int maxDistance) {
    int end = 0;
    while (end < matches.size() && matches.get(end).distance() <= maxDistance) {
      end++;
    }
    return matches.subList(0, end);
  }

  private static boolean isFirst(SearchResult answer, List<Match> all, int limit) {
    return answer.matches().equals(all.subList(0, Math.min(limit, all.size())))
        && answer.truncated() == all.size() > limit;
  }

  private Optional<String> difference(
      Fingerprint query,
      int maxDistance,
      int limit,
      @Nullable Object path,
      List<Match> expected,
      SearchResult answer) {
    return Optional.of(
        "%s query %s maxDistance %d limit %d by %s: expected %d %s, got %d %s, truncated %s, by %s"
            .formatted(
                area,
                query,
                maxDistance,
                limit,
                path,
                expected.size(),
                expected.stream().limit(5).toList(),
                answer.matches().size(),
                answer.matches().stream().limit(5).toList(),
                answer.truncated(),
                answer.plan()));
  }

  private List<Fingerprint> queries() {
    List<Fingerprint> queries = new ArrayList<>(centres.subList(0, 3));
    queries.add(next());
    List<Fingerprint> stored = List.copyOf(documents.values());
    if (!stored.isEmpty()) {
      variations.forEach(
          each -> queries.add(each.apply(stored.get(random.nextInt(stored.size())))));
    }
    return queries;
  }

  private Fingerprint next() {
    Fingerprint anywhere = anywhere(area.bits, random);
    Fingerprint centre = centres.get(random.nextInt(centres.size()));
    return switch (shape) {
      case UNIFORM -> anywhere;
      case CLUSTERED -> flipped(centre, random.nextInt(area.spread), random);
      case REPEATED ->
          random.nextInt(4) > 0
              ? centres.get(random.nextInt(3))
              : flipped(centre, random.nextInt(3), random);
      case SKEWED -> {
        boolean inOneBucket = random.nextInt(4) > 0;
        yield blend(
            anywhere,
            centres.get(2),
            area.mask(block -> inOneBucket && block == 0 ? 0 : area.width(block) / 2));
      }
      case FEW_BLOCK_VALUES -> {
        long choice = random.nextLong();
        yield blend(
            centres.get(2),
            centres.get(3),
            area.mask(block -> (choice >>> block & 1) == 0 ? 0 : area.width(block)));
      }
      case ONE_BLOCK ->
          blend(centres.get(2), anywhere, area.mask(block -> block == 0 ? area.width(block) : 0));
      case TEN_BITS -> xor(centres.get(2), Long.expand(random.nextInt(1 << 10), 0x2108_4210_9421L));
    };
  }
}

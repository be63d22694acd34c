package io.neardup.index.wide;

import io.neardup.hamming.Blocks;
import io.neardup.index.Match;
import io.neardup.index.Plan;
import io.neardup.index.Probing;
import io.neardup.index.SearchResult;
import io.neardup.index.narrow.World;
import io.neardup.simhash.Fingerprint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// A [WideIndex] and its oracle, a map that is looked through, after the same random writes, and
/// random questions to both.
public final class WideWorld {

  private static final int SHORTEST = 4; // bits dropped from keys
  private static final int[] LIMITS = {1, 10, 10_000};

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
    FEW_BLOCK_VALUES
  }

  /// Answers lookups, as [WideIndex#lookup] does.
  @FunctionalInterface
  interface Lookup {
    SearchResult lookup(Fingerprint query, int maxDistance, int limit, WideLookupPath way);
  }

  private final Blocks blocks;
  private final Shape shape;
  private final SplittableRandom random;
  private final WideIndex index;
  private final Map<Integer, Fingerprint> documents = new HashMap<>();
  private final List<Fingerprint> centres = new ArrayList<>();
  private final Map<Fingerprint, int[]> differing = new HashMap<>(); // from the query counted last
  private @Nullable Fingerprint counted;
  private int nextDocument;

  WideWorld(int bits, WideTableCount tables, Shape shape, SplittableRandom random) {
    this.blocks = tables.blocks(bits);
    this.shape = shape;
    this.random = random;
    this.index = new WideIndex(bits, tables, World::id);
    centres.add(Fingerprint.of(bits, new long[wordCount(bits)]));
    centres.add(flipped(centres.getFirst(), bits, new SplittableRandom(1)));
    for (int i = 0; i < 10; i++) {
      centres.add(anywhere(bits, random));
    }
  }

  WideIndex index() {
    return index;
  }

  Blocks blocks() {
    return blocks;
  }

  int size() {
    return documents.size();
  }

  /// Adds, moves and removes documents at random, until it has about `wanted` more.
  void write(int wanted) {
    List<Integer> present = new ArrayList<>(documents.keySet());
    for (int i = 0; i < wanted * 2; i++) {
      int action = random.nextInt(8);
      if (present.size() < 2 || action < 5) {
        int document = nextDocument++;
        Fingerprint fingerprint = next();
        index.add(document, fingerprint);
        documents.put(document, fingerprint);
        present.add(document);
        continue;
      }
      int place = random.nextInt(present.size());
      int document = present.get(place);
      Fingerprint from = documents.get(document);
      if (action == 5) {
        Fingerprint to = random.nextBoolean() ? next() : flipped(from, random.nextInt(4), random);
        index.move(document, from, to);
        documents.put(document, to);
      } else {
        check(index.remove(document, from), "the index does not have document " + document);
        check(!index.remove(document, from), "the index still has document " + document);
        documents.remove(document);
        present.set(place, present.getLast());
        present.removeLast();
      }
    }
  }

  /// Takes out documents until so many are left.
  void shrinkTo(int left) {
    List<Integer> present = new ArrayList<>(documents.keySet());
    while (present.size() > left) {
      int document = present.remove(random.nextInt(present.size()));
      check(index.remove(document, documents.get(document)), "the index lost " + document);
      documents.remove(document);
    }
  }

  /// Asks `lookup` and the oracle about places where documents are and where none are, by scans and
  /// by probing from little to much, and returns the first answer that is not what it must be:
  /// everything within the distance that the way leads to.
  Optional<String> firstDifference(Lookup lookup) {
    List<WideLookupPath> ways = ways();
    for (Fingerprint query : queries()) {
      List<Match> all = matches(query, blocks.bits());
      for (WideLookupPath way : ways) {
        Optional<String> difference = firstDifference(lookup, query, all, way);
        if (difference.isPresent()) {
          return difference;
        }
      }
    }
    for (WideLookupPath way : ways) {
      if (way instanceof WideProbing probing && !documents.isEmpty()) {
        Fingerprint query = onTheEdge(probing);
        List<Match> all = matches(query, blocks.bits());
        Optional<String> difference = firstDifference(lookup, query, all, way);
        if (difference.isPresent()) {
          return difference;
        }
      }
    }
    return Optional.empty();
  }

  private Optional<String> firstDifference(
      Lookup lookup, Fingerprint query, List<Match> all, WideLookupPath way) {
    int m = blocks.keys();
    Set<Integer> distances = new LinkedHashSet<>();
    distances.addAll(List.of(0, 1, m - 1, m, 2 * m - 1, 2 * m, blocks.bits() / 4, blocks.bits()));
    List<Match> covered = all.stream().filter(match -> covers(way, query, match)).toList();
    check(
        covered.containsAll(within(all, exactTo(way))),
        "not everything within exactTo is covered by " + way);
    for (int maxDistance : distances) {
      List<Match> wanted = within(covered, maxDistance);
      for (int limit : LIMITS) {
        SearchResult answer = lookup.lookup(query, maxDistance, limit, way);
        if (!isFirst(answer, wanted, limit)) {
          return Optional.of(difference(query, maxDistance, way, limit, wanted, answer));
        }
      }
    }
    return Optional.empty();
  }

  private List<WideLookupPath> ways() {
    List<WideLookupPath> ways = new ArrayList<>();
    ways.add(WideLookupPath.FULL_SCAN);
    ways.add(new WideLookupPath.SketchScan(0));
    ways.add(new WideLookupPath.SketchScan(20));
    if (index.plan(0, 1).kind() == Plan.Kind.SCAN && index.description().startsWith("scan")) {
      return ways;
    }
    int m = blocks.keys();
    int i = 0;
    for (int step : new int[] {1, m / 2, m, m + 1, m + m / 2, 2 * m, 2 * m + 1}) {
      SketchWindows windows = new SketchWindows(blocks.shortened(i++ % 3 * 2));
      Probing keys = new Probing(windows.blocks(), step);
      ways.add(new WideProbing(keys, windows, i % 2 == 0 ? Long.SIZE : windows.lossless(keys)));
      ways.add(new WideProbing(keys, windows, 8 + random.nextInt(14)));
    }
    return ways;
  }

  private static int exactTo(WideLookupPath way) {
    return switch (way) {
      case WideLookupPath.FullScan scan -> Fingerprint.MAX_BITS;
      case WideLookupPath.SketchScan(int threshold) -> threshold;
      case WideProbing probing -> probing.exactTo();
    };
  }

  /// Compares lookups as clients request them with the oracle, and returns the first wrong answer:
  /// an exact one must equal the oracle's, another one must have everything up to its `exactTo` and
  /// nothing beyond the distance.
  Optional<String> firstBrokenPromise() {
    for (Fingerprint query : queries()) {
      for (int maxDistance : List.of(0, 3, blocks.count(), blocks.bits() / 4, blocks.bits())) {
        List<Match> all = matches(query, maxDistance);
        for (double recall : new double[] {0.5, 0.95, 1}) {
          SearchResult answer = index.search(query, maxDistance, recall, 1_000_000);
          int exactTo = answer.plan().exactTo();
          List<Match> sure = within(all, exactTo);
          boolean right =
              answer.plan().isExact()
                  ? answer.matches().equals(all)
                  : recall < 1
                      && all.containsAll(answer.matches())
                      && answer.matches().containsAll(sure);
          if (!right || answer.plan().recall() < recall) {
            return Optional.of(difference(query, maxDistance, null, 1_000_000, all, answer));
          }
        }
      }
      for (int limit : LIMITS) {
        List<Match> all = matches(query, blocks.bits());
        SearchResult answer = index.nearest(query, limit);
        if (!isFirst(answer, all, limit) || !answer.plan().isExact()) {
          return Optional.of(difference(query, -1, null, limit, all, answer));
        }
      }
    }
    long distinct = documents.values().stream().distinct().count();
    return index.fingerprints() == distinct
        ? Optional.empty()
        : Optional.of(index.fingerprints() + " fingerprints instead of " + distinct);
  }

  /// Whether the way leads to the match, as the definition has it.
  boolean covers(WideLookupPath way, Fingerprint query, Match match) {
    return switch (way) {
      case WideLookupPath.FullScan scan -> true;
      case WideLookupPath.SketchScan(int threshold) ->
          differing(query, match, 0, Math.min(64, blocks.bits())) <= threshold;
      case WideProbing probing ->
          IntStream.range(0, blocks.keys()).anyMatch(table -> covers(probing, table, query, match));
    };
  }

  /// Whether a probe into this table leads to the match: by the bits of the table's key and then by
  /// the 64 bits after its block.
  boolean covers(WideProbing probing, int table, Fingerprint query, Match match) {
    int from = from(table);
    int end = from + width(table * blocks.stride());
    int dropped = probing.keys().blocks().dropped();
    int sketch = Math.min(64, blocks.bits() - width(table * blocks.stride()));
    return differing(query, match, from + dropped, end) <= probing.keys().radius(table)
        && differing(query, match, end, end + sketch) <= probing.threshold();
  }

  /// In how many of the bits `from` to `to - 1` they differ; after the last one comes the first.
  private int differing(Fingerprint query, Match match, int from, int to) {
    if (!query.equals(counted)) {
      counted = query;
      differing.clear();
    }
    int[] below = differing.computeIfAbsent(match.fingerprint(), each -> below(query, each));
    int bits = blocks.bits();
    return to <= bits
        ? below[to] - below[from % bits]
        : below[bits] - below[from] + below[to - bits];
  }

  /// In how many of the bits below each one they differ.
  private static int[] below(Fingerprint a, Fingerprint b) {
    int[] below = new int[a.bits() + 1];
    for (int bit = 0; bit < a.bits(); bit++) {
      below[bit + 1] = below[bit] + (a.bit(bit) == b.bit(bit) ? 0 : 1);
    }
    return below;
  }

  private int from(int table) {
    int from = 0;
    for (int block = 0; block < table * blocks.stride(); block++) {
      from += width(block);
    }
    return from;
  }

  private int width(int block) {
    return blocks.bits() / blocks.count() + (block < blocks.bits() % blocks.count() ? 1 : 0);
  }

  /// A query to which one table alone leads from some document, and whose sketch there differs in
  /// as many bits as may be, if that is possible.
  private Fingerprint onTheEdge(WideProbing probing) {
    List<Fingerprint> present = new ArrayList<>(documents.values());
    long[] words = words(present.get(random.nextInt(present.size())));
    int table = random.nextInt(probing.tables());
    Set<Integer> flipped = new LinkedHashSet<>();
    for (int other = 0; other < probing.tables(); other++) {
      int highest = from(other) + width(other * blocks.stride()) - 1;
      for (int flips = 0; other != table && flips <= probing.keys().radius(other); flips++) {
        flipped.add(highest - flips);
      }
    }
    int end = from(table) + width(table * blocks.stride());
    int sketch = Math.min(64, blocks.bits() - width(table * blocks.stride()));
    long differing =
        flipped.stream().filter(bit -> Math.floorMod(bit - end, blocks.bits()) < sketch).count();
    for (int i = 0; i < sketch && differing < probing.threshold(); i++) {
      differing += flipped.add((end + i) % blocks.bits()) ? 1 : 0;
    }
    flipped.forEach(bit -> words[bit / 64] ^= 1L << bit);
    return Fingerprint.of(blocks.bits(), words);
  }

  private List<Fingerprint> queries() {
    List<Fingerprint> queries = new ArrayList<>(centres.subList(0, 3));
    queries.add(next());
    List<Fingerprint> present = new ArrayList<>(documents.values());
    for (int i = 0; i < 8 && !present.isEmpty(); i++) {
      Fingerprint stored = present.get(random.nextInt(present.size()));
      queries.add(flipped(stored, random.nextInt(3 * blocks.keys()), random));
    }
    for (int table = 0; table < blocks.keys() && !present.isEmpty(); table++) {
      queries.add(spoiled(present.get(random.nextInt(present.size())), table * blocks.stride()));
    }
    return queries;
  }

  /// One bit flipped in every block but one, and in the part of it that every key has.
  private Fingerprint spoiled(Fingerprint fingerprint, int except) {
    long[] words = words(fingerprint);
    int from = 0;
    for (int block = 0; block < blocks.count(); block++) {
      int bit = from + SHORTEST + random.nextInt(width(block) - SHORTEST);
      words[bit / 64] ^= block == except ? 0 : 1L << bit;
      from += width(block);
    }
    return Fingerprint.of(blocks.bits(), words);
  }

  private Fingerprint next() {
    Fingerprint anywhere = anywhere(blocks.bits(), random);
    Fingerprint centre = centres.get(random.nextInt(centres.size()));
    return switch (shape) {
      case UNIFORM -> anywhere;
      case CLUSTERED -> flipped(centre, random.nextInt(blocks.bits() / 5), random);
      case REPEATED ->
          random.nextInt(4) > 0
              ? centres.get(random.nextInt(3))
              : flipped(centre, random.nextInt(3), random);
      case CROWDED -> blockwise((block, bit) -> bit > 8 || block == 0 ? centres.get(2) : anywhere);
      case FEW_BLOCK_VALUES -> {
        long choice = random.nextLong();
        yield blockwise((block, bit) -> centres.get(2 + (int) (choice >>> block & 1)));
      }
    };
  }

  private Fingerprint blockwise(BitSource source) {
    long[] words = new long[wordCount(blocks.bits())];
    int bit = 0;
    for (int block = 0; block < blocks.count(); block++) {
      for (int i = 0; i < width(block); i++, bit++) {
        words[bit / 64] |= source.of(block, i).bit(bit) ? 1L << bit : 0;
      }
    }
    return Fingerprint.of(blocks.bits(), words);
  }

  @FunctionalInterface
  private interface BitSource {
    Fingerprint of(int block, int bitInBlock);
  }

  private List<Match> matches(Fingerprint query, int maxDistance) {
    return documents.entrySet().stream()
        .map(entry ->
            new Match(
                entry.getKey(),
                World.id(entry.getKey()),
                entry.getValue(),
                entry.getValue().distance(query)))
        .filter(match -> match.distance() <= maxDistance)
        .sorted(Comparator.comparingInt(Match::distance).thenComparing(Match::id))
        .toList();
  }

  private static List<Match> within(List<Match> matches, int maxDistance) {
    return matches.stream().filter(match -> match.distance() <= maxDistance).toList();
  }

  private static boolean isFirst(SearchResult answer, List<Match> all, int limit) {
    return answer.matches().equals(all.subList(0, Math.min(limit, all.size())))
        && answer.truncated() == all.size() > limit;
  }

  private String difference(
      Fingerprint query,
      int maxDistance,
      @Nullable WideLookupPath way,
      int limit,
      List<Match> wanted,
      SearchResult answer) {
    return "%s query %s maxDistance %d limit %d by %s: expected %d %s, got %d %s truncated %s"
        .formatted(
            blocks,
            query,
            maxDistance,
            limit,
            way == null ? answer.plan() : way,
            wanted.size(),
            wanted.subList(0, Math.min(5, wanted.size())),
            answer.matches().size(),
            answer.matches().subList(0, Math.min(5, answer.matches().size())),
            answer.truncated());
  }

  private static void check(boolean condition, String message) {
    if (!condition) {
      throw new AssertionError(message);
    }
  }

  /// A fingerprint drawn evenly.
  public static Fingerprint anywhere(int bits, SplittableRandom random) {
    long[] words = random.longs(wordCount(bits)).toArray();
    words[words.length - 1] &= -1L >>> -bits;
    return Fingerprint.of(bits, words);
  }

  /// The fingerprint with exactly `count` random bits flipped.
  static Fingerprint flipped(Fingerprint fingerprint, int count, SplittableRandom random) {
    int[] bits = new int[fingerprint.bits()];
    Arrays.setAll(bits, i -> i);
    long[] words = words(fingerprint);
    for (int i = 0; i < count; i++) {
      int other = random.nextInt(i, bits.length);
      int bit = bits[other];
      bits[other] = bits[i];
      words[bit / 64] ^= 1L << bit;
    }
    return Fingerprint.of(fingerprint.bits(), words);
  }

  private static long[] words(Fingerprint fingerprint) {
    long[] words = new long[wordCount(fingerprint.bits())];
    Arrays.setAll(words, fingerprint::word);
    return words;
  }

  private static int wordCount(int bits) {
    return (bits + 63) / 64;
  }
}

package io.neardup.index.wide;

import static io.neardup.index.RandomFingerprints.flipped;
import static io.neardup.index.RandomFingerprints.words;
import static io.neardup.index.RandomFingerprints.xor;

import io.neardup.hamming.Blocks;
import io.neardup.index.IndexSubject;
import io.neardup.index.IndexSubject.Reader;
import io.neardup.index.Match;
import io.neardup.index.Plan;
import io.neardup.index.Probing;
import io.neardup.index.World;
import io.neardup.index.World.Area;
import io.neardup.index.World.Lookup;
import io.neardup.index.World.Shape;
import io.neardup.index.World.Way;
import io.neardup.simhash.Fingerprint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// A [World] of a [WideIndex], and the paths of its lookups.
public final class WideWorld {

  private static final int SHORTEST = 4; // bits dropped from keys

  final WideIndex index;
  final World world;
  private final Blocks blocks;
  private final Area area;
  private final SplittableRandom random;
  private final Map<Fingerprint, int[]> differing = new HashMap<>(); // from the last query
  private @Nullable Fingerprint counted;

  WideWorld(int bits, WideTableCount tables, Shape shape, SplittableRandom random) {
    this.blocks = tables.blocks(bits);
    this.area = new Area(bits, blocks.count(), bits / 5);
    this.random = random;
    this.index = new WideIndex(bits, tables, World::id);
    List<UnaryOperator<Fingerprint>> variations = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      variations.add(stored -> flipped(stored, random.nextInt(3 * blocks.keys()), random));
    }
    for (int table = 0; table < blocks.keys(); table++) {
      long others = ~(1L << table * blocks.stride());
      variations.add(stored -> xor(stored, area.oneBitIn(others, SHORTEST, random)));
    }
    this.world = new World(index, area, shape, variations, random);
  }

  int tables() {
    return blocks.keys();
  }

  /// Compares scans and probing with the oracle, from few to many probes.
  Optional<String> firstDifference(Lookup<WideLookupPath> lookup) {
    int m = blocks.keys();
    return world.firstDifference(
        lookup,
        ways(),
        List.of(0, 1, m - 1, m, 2 * m - 1, 2 * m, blocks.bits() / 4, blocks.bits()));
  }

  Optional<String> firstBrokenPromise() {
    return world.firstBrokenPromise(
        List.of(0, 3, blocks.count(), blocks.bits() / 4, blocks.bits()));
  }

  private List<Way<WideLookupPath>> ways() {
    List<Way<WideLookupPath>> ways = new ArrayList<>();
    int first = Math.min(Long.SIZE, blocks.bits());
    ways.add(new Way<>(WideLookupPath.FULL_SCAN, blocks.bits(), (query, match) -> true, null));
    for (int threshold : new int[] {0, 20}) {
      ways.add(
          new Way<>(
              new WideLookupPath.SketchScan(threshold),
              threshold,
              (query, match) -> differing(below(query, match), 0, first) <= threshold,
              null));
    }
    if (index.plan(0, 1).kind() == Plan.Kind.SCAN && index.description().startsWith("scan")) {
      return ways;
    }
    int m = blocks.keys();
    int i = 0;
    for (int step : new int[] {1, m / 2, m, m + 1, m + m / 2, 2 * m, 2 * m + 1}) {
      SketchWindows windows = new SketchWindows(blocks.shortened(i++ % 3 * 2));
      Probing probing = new Probing(windows.blocks(), step);
      int threshold = i % 2 == 0 ? Long.SIZE : windows.lossless(probing);
      ways.add(way(new WideProbing(probing, windows, threshold)));
      ways.add(way(new WideProbing(probing, windows, 8 + random.nextInt(14))));
    }
    return ways;
  }

  private Way<WideLookupPath> way(WideProbing probing) {
    return new Way<>(
        probing,
        probing.exactTo(),
        (query, match) -> covers(probing, -1, query, match),
        stored -> onTheEdge(probing, stored));
  }

  /// Whether a probe into any other table than the excepted one finds the match: by the bits of the
  /// table's key, and by the 64 bits after its block.
  boolean covers(WideProbing probing, int except, Fingerprint query, Match match) {
    int[] below = below(query, match);
    int dropped = probing.keys().blocks().dropped();
    for (int table = 0; table < blocks.keys(); table++) {
      int end = end(table);
      if (table != except
          && differing(below, from(table) + dropped, end) <= probing.keys().radius(table)
          && differing(below, end, end + sketch(table)) <= probing.threshold()) {
        return true;
      }
    }
    return false;
  }

  private int from(int table) {
    return area.from(table * blocks.stride());
  }

  private int end(int table) {
    return from(table) + area.width(table * blocks.stride());
  }

  private int sketch(int table) {
    return Math.min(Long.SIZE, blocks.bits() - area.width(table * blocks.stride()));
  }

  /// For each bit, the number of lower bits in which the query and the match differ.
  private int[] below(Fingerprint query, Match match) {
    if (!query.equals(counted)) {
      counted = query;
      differing.clear();
    }
    return differing.computeIfAbsent(
        match.fingerprint(),
        fingerprint -> {
          int[] below = new int[blocks.bits() + 1];
          for (int bit = 0; bit < blocks.bits(); bit++) {
            below[bit + 1] = below[bit] + (query.bit(bit) == fingerprint.bit(bit) ? 0 : 1);
          }
          return below;
        });
  }

  /// The number of bits from `from` to `to - 1` in which they differ, cyclically.
  private int differing(int[] below, int from, int to) {
    int bits = blocks.bits();
    return to <= bits
        ? below[to] - below[from % bits]
        : below[bits] - below[from] + below[to - bits];
  }

  /// A query derived from a stored fingerprint that only one table finds, with as many differing
  /// bits in its sketch as the threshold allows, if that is possible.
  private Fingerprint onTheEdge(WideProbing probing, Fingerprint stored) {
    int table = random.nextInt(probing.tables());
    Set<Integer> flipped = new LinkedHashSet<>();
    for (int other = 0; other < probing.tables(); other++) {
      for (int flips = 0; other != table && flips <= probing.keys().radius(other); flips++) {
        flipped.add(end(other) - 1 - flips);
      }
    }
    long differing =
        flipped.stream()
            .filter(bit -> Math.floorMod(bit - end(table), blocks.bits()) < sketch(table))
            .count();
    for (int i = 0; i < sketch(table) && differing < probing.threshold(); i++) {
      differing += flipped.add((end(table) + i) % blocks.bits()) ? 1 : 0;
    }
    long[] words = words(stored);
    flipped.forEach(bit -> words[bit / Long.SIZE] ^= 1L << bit);
    return Fingerprint.of(blocks.bits(), words);
  }

  /// Probing with the lowest threshold that finds everything up to a distance.
  private static WideLookupPath exact(int distance) {
    SketchWindows windows = new SketchWindows(WideTableCount.ALL.blocks(256));
    Probing probing = new Probing(windows.blocks(), distance + 1);
    return new WideProbing(probing, windows, Math.min(distance, windows.lossless(probing)));
  }

  /// The indexes of concurrency tests.
  public static List<IndexSubject> subjects() {
    return List.of(
        new IndexSubject(
            "256 bits",
            256,
            () -> new WideIndex(256, WideTableCount.ALL, World::id),
            30_000,
            List.of(
                reader("probes", WideWorld::exact),
                reader("scan", distance -> WideLookupPath.FULL_SCAN),
                reader("sketch scan", WideLookupPath.SketchScan::new))));
  }

  private static Reader reader(String name, IntFunction<WideLookupPath> path) {
    return new Reader(
        name,
        20,
        6_000,
        10_000,
        (index, query, maxDistance, limit) ->
            ((WideIndex) index).lookup(query, maxDistance, limit, path.apply(maxDistance)));
  }
}

package io.neardup.index.wide;

import io.neardup.hamming.Blocks;
import io.neardup.index.LookupCost;
import io.neardup.index.Plan;
import io.neardup.index.Probing;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/// Chooses the cheapest plan for wide fingerprints that finds a match with the requested
/// probability.
final class WidePlanner {

  /* The cost model

      probing        probes * PROBE + entries * ENTRY + picked * ROW      entries ~ n * sum of probes / 2^key bits
                                                                          picked  ~ entries * P(threshold)
      sketch scan    n * SKETCH + n * P(threshold) * PLACE
      scan           n * WORD * words

  P(T) is the share of random sketches that differ in at most T bits. Every step of Probing, every threshold and
  five lengths of keys are evaluated, so a plan is computed once per distance, recall and collection size, and
  cached for all collections of the process. Clients choose distance and recall; the recall is rounded up to one
  of RECALLS. The cache has room for twice the plans of all distances and recalls of one size, 11,799 with 512
  bits. The simulated losses depend neither on recall nor on the collection.

  Whether probing is cheaper than the scan is decided again for the given query: with the number of entries
  in its buckets, and with the rows selected by their sketches. An average over the buckets would be wrong
  in both directions for skewed fingerprints: a cluster of a tenth of the collection makes lookups within
  it expensive and leaves all others cheap. */

  private static final int MAX_RADIUS = 4;
  private static final int MAX_DROPPED = 4; // bits of keys, for small collections
  private static final int CLASSES_PER_DOUBLING = 4;
  private static final int MAX_KEPT = 1 << 15;

  /// Beyond the second to last, simulation is too coarse to prove a recall below 1.
  private static final double[] RECALLS = {
    0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.925, 0.95, 0.96, 0.97, 0.98, 0.99,
    0.995, 0.998, 0.999, 0.9995, 0.9999, 1
  };

  /// Simulated once per process: at most five for each distance and number of tables.
  private static final Map<LossQuestion, SketchLosses> LOSSES = new ConcurrentHashMap<>();

  private static final Map<PathQuestion, Choice> CHOICES = new ConcurrentHashMap<>();
  private static final Map<Planned, Plan> PLANS = new ConcurrentHashMap<>();

  /// The cost up to which a collection is scanned, with an exact result, even if probing is
  /// cheaper.
  private static final double CHEAP_NANOS = 20_000;

  private final Blocks blocks;
  private final boolean withTables;
  private final int words;

  private record Planned(Blocks blocks, WideLookupPath path, int maxDistance) {}

  private record PathQuestion(
      Blocks blocks, boolean withTables, int maxDistance, double recall, long sizeClass) {}

  private record LossQuestion(Blocks blocks, int distance) {}

  /// A chosen path.
  ///
  /// @param nanos the cost of a lookup if fingerprints are uniformly distributed
  private record Choice(WideLookupPath path, double recall, double nanos) {

    Choice orCheaper(Choice other) {
      return other.nanos < nanos ? other : this;
    }
  }

  /// @param withTables whether there are tables to probe
  WidePlanner(Blocks blocks, boolean withTables) {
    this.blocks = blocks;
    this.withTables = withTables;
    this.words = (blocks.bits() + Long.SIZE - 1) / Long.SIZE;
  }

  /// The path for a lookup.
  ///
  /// @param fingerprints their number
  /// @param maxDistance 0 or more
  /// @param recall above 0, at most 1; 1 requires every match to be found
  WideLookupPath choose(long fingerprints, int maxDistance, double recall) {
    int distance = Math.min(maxDistance, blocks.bits());
    long sizeClass = sizeClass(fingerprints);
    double atLeast = roundedUp(recall);
    return kept(
            CHOICES,
            new PathQuestion(blocks, withTables, distance, atLeast, sizeClass),
            () -> choose(sizeOf(sizeClass), distance, atLeast))
        .path();
  }

  /// The path with a sketch threshold for a larger distance. It reads the same buckets or sketches.
  /// A sketch has on average its share of the bits that differ beyond `maxDistance`; half of that
  /// is allowed, since each further bit of threshold doubles the number of rows compared.
  ///
  /// @param reach `maxDistance` or more
  WideLookupPath widened(WideLookupPath path, int maxDistance, int reach) {
    int beyond = Math.min(reach, blocks.bits()) - Math.min(maxDistance, blocks.bits());
    return switch (path) {
      case WideLookupPath.FullScan scan -> scan;
      case WideLookupPath.SketchScan(int threshold) ->
          new WideLookupPath.SketchScan(threshold + beyond * Long.SIZE / blocks.bits() / 2);
      case WideProbing probing -> {
        int more = beyond * probing.windows().longest() / blocks.bits() / 2;
        yield new WideProbing(probing.keys(), probing.windows(), probing.threshold() + more);
      }
    };
  }

  private static double roundedUp(double recall) {
    int found = Arrays.binarySearch(RECALLS, recall);
    return RECALLS[found < 0 ? -found - 1 : found];
  }

  private static long sizeClass(long fingerprints) {
    return Math.round(
        CLASSES_PER_DOUBLING * Math.log((double) Math.max(1, fingerprints)) / Math.log(2));
  }

  private static double sizeOf(long sizeClass) {
    return Math.pow(2, (double) sizeClass / CLASSES_PER_DOUBLING);
  }

  /// Caches a limited number of values; a new value may evict any other.
  private static <K, V> V kept(Map<K, V> map, K key, Supplier<V> making) {
    V value = map.get(key);
    if (value == null) {
      value = making.get();
      Iterator<K> kept = map.keySet().iterator();
      if (map.size() >= MAX_KEPT && kept.hasNext()) {
        map.remove(kept.next());
      }
      map.put(key, value);
    }
    return value;
  }

  private Choice choose(double fingerprints, int distance, double recall) {
    LookupCost cost = LookupCost.among(fingerprints);
    Choice scan = new Choice(WideLookupPath.FULL_SCAN, 1, fingerprints * words * cost.word());
    boolean isTiny = !withTables || scan.nanos() <= blocks.keys() * cost.probe();
    if (recall == 1) {
      return isTiny ? scan : scan.orCheaper(exact(fingerprints, distance, cost));
    }
    if (scan.nanos() <= CHEAP_NANOS) {
      return scan;
    }
    Choice cheapest = scan.orCheaper(sketchScan(fingerprints, distance, recall, cost));
    if (!isTiny) {
      for (int dropped = 0; dropped <= MAX_DROPPED; dropped++) {
        cheapest = cheapest.orCheaper(probing(fingerprints, distance, recall, dropped, cost));
      }
    }
    return cheapest;
  }

  private Choice exact(double fingerprints, int distance, LookupCost cost) {
    Choice cheapest = new Choice(WideLookupPath.FULL_SCAN, 1, Double.POSITIVE_INFINITY);
    if (distance + 1 > maxStep()) {
      return cheapest;
    }
    for (int dropped = 0; dropped <= MAX_DROPPED; dropped++) {
      SketchWindows windows = new SketchWindows(blocks.shortened(dropped));
      Probing keys = new Probing(windows.blocks(), distance + 1);
      int threshold = Math.min(distance, windows.lossless(keys));
      WideProbing probing = new WideProbing(keys, windows, threshold);
      cheapest = cheapest.orCheaper(new Choice(probing, 1, nanos(probing, fingerprints, cost)));
    }
    return cheapest;
  }

  private Choice probing(
      double fingerprints, int distance, double recall, int dropped, LookupCost cost) {
    SketchWindows windows = new SketchWindows(blocks.shortened(dropped));
    Choice cheapest = new Choice(WideLookupPath.FULL_SCAN, 1, Double.POSITIVE_INFINITY);
    int farthest = Math.min(distance, windows.longest());
    for (int step = 1; step <= Math.min(maxStep(), distance + 1); step++) {
      Probing keys = new Probing(windows.blocks(), step);
      double inBuckets = step > distance ? 1 : keys.recall(distance);
      for (int threshold = 0; threshold <= farthest && inBuckets >= recall; threshold++) {
        double found = inBuckets - losses(windows, distance).share(step, threshold);
        if (found >= recall) {
          WideProbing probing = new WideProbing(keys, windows, threshold);
          cheapest =
              cheapest.orCheaper(new Choice(probing, found, nanos(probing, fingerprints, cost)));
        }
      }
    }
    return cheapest;
  }

  private Choice sketchScan(double fingerprints, int distance, double recall, LookupCost cost) {
    int threshold = 0;
    while (SketchOdds.atDistance(blocks.bits(), distance, threshold) < recall) {
      threshold++;
    }
    int width = Math.min(Long.SIZE, blocks.bits());
    double picked = fingerprints * SketchOdds.ofRandom(width, threshold);
    return new Choice(
        new WideLookupPath.SketchScan(threshold),
        SketchOdds.atDistance(blocks.bits(), distance, threshold),
        fingerprints * cost.sketch() + picked * cost.place());
  }

  /// How much a lookup may read in its buckets at the cost of a scan.
  ///
  /// @param fingerprints their number
  ScanBudget budget(WideProbing probing, long fingerprints) {
    LookupCost cost = LookupCost.among((double) fingerprints);
    double scan = (double) fingerprints * words * cost.word();
    double probes = (double) probing.keys().probes() * cost.probe();
    return new ScanBudget((long) ((scan - probes) / cost.entry()), (long) (scan / cost.row()));
  }

  private double nanos(WideProbing probing, double fingerprints, LookupCost cost) {
    double entries = 0;
    double picked = 0;
    for (int table = 0; table < probing.tables(); table++) {
      double share =
          Math.scalb((double) probing.keys().probes(table), -probing.keys().blocks().width(table));
      entries += fingerprints * share;
      picked +=
          fingerprints
              * share
              * SketchOdds.ofRandom(probing.windows().width(table), probing.threshold());
    }
    return (double) probing.keys().probes() * cost.probe()
        + entries * cost.entry()
        + picked * cost.row();
  }

  /// The plan of a lookup with this path.
  Plan plan(WideLookupPath path, int maxDistance) {
    return kept(PLANS, new Planned(blocks, path, maxDistance), () -> planned(path, maxDistance));
  }

  private Plan planned(WideLookupPath path, int maxDistance) {
    int distance = Math.min(maxDistance, blocks.bits());
    return switch (path) {
      case WideLookupPath.FullScan scan -> Plan.scan(maxDistance);
      case WideLookupPath.SketchScan(int threshold) ->
          new Plan(
              Plan.Kind.SCAN,
              0,
              maxDistance,
              Math.min(maxDistance, threshold),
              SketchOdds.atDistance(blocks.bits(), distance, threshold),
              path);
      case WideProbing probing ->
          new Plan(
              probing.keys().radius(0) == 0 ? Plan.Kind.TABLES : Plan.Kind.PROBES,
              probing.keys().probes(),
              maxDistance,
              Math.min(maxDistance, probing.exactTo()),
              recall(probing, distance),
              probing);
    };
  }

  /// The probability of finding a fingerprint at a distance whose differing bits are distributed at
  /// random.
  double recall(WideProbing probing, int distance) {
    if (probing.exactTo() >= distance) {
      return 1;
    }
    double inBuckets = probing.keys().recall(distance);
    int step = probing.keys().step();
    return probing.threshold() >= Math.min(distance, probing.windows().longest())
        ? inBuckets
        : Math.max(
            0, inBuckets - losses(probing.windows(), distance).share(step, probing.threshold()));
  }

  /// The number of simulations in this process.
  static int simulations() {
    return LOSSES.size();
  }

  private SketchLosses losses(SketchWindows windows, int distance) {
    return LOSSES.computeIfAbsent(
        new LossQuestion(windows.blocks(), distance),
        sameKey -> new SketchLosses(windows, distance, maxStep()));
  }

  private int maxStep() {
    return (MAX_RADIUS + 1) * blocks.keys();
  }

  /// How much a lookup may read in its buckets before a scan of all rows is cheaper.
  ///
  /// @param entries the number of sketches in the buckets
  /// @param rows the number of rows selected by their sketches
  record ScanBudget(long entries, long rows) {

    /// No limits.
    static final ScanBudget NONE = new ScanBudget(Long.MAX_VALUE, Long.MAX_VALUE);
  }
}

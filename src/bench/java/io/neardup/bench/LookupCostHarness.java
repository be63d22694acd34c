package io.neardup.bench;

import io.neardup.hamming.Binomial;
import io.neardup.hamming.Blocks;
import io.neardup.hamming.FingerprintSnapshotBuilder;
import io.neardup.index.Probing;
import io.neardup.index.wide.SketchWindows;
import io.neardup.index.wide.WideIndex;
import io.neardup.index.wide.WideLookupPath;
import io.neardup.index.wide.WideProbing;
import io.neardup.index.wide.WideTableCount;
import io.neardup.simhash.Fingerprint;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ForkJoinPool;

/// Measures the steps of a lookup among n uniform fingerprints of 256 bits. Runs lookups by many
/// paths, and fits the constants of [io.neardup.index.LookupCost] to their times, minimising the
/// relative error.
///
/// ```
/// mvn -q -Pbench test-compile exec:exec -Dbench.main=io.neardup.bench.LookupCostHarness \
///     -Dbench="100000 1000000 10000000" -Dbench.jvm="-Xmx7g -XX:+UseTransparentHugePages"
/// ```
///
/// Paths run alternately, a few new queries each; the time of a path is the tenth percentile of its
/// rounds, in processor time of one thread.
public final class LookupCostHarness {

  private static final int BITS = 256;
  private static final int DISTANCE = 53;
  private static final int ROUNDS = 40;
  private static final int QUERIES = 20;
  private static final int FITTING = 1500;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /// Bits by which keys are shortened, step and threshold.
  private static final int[][] PROBINGS = {
    {0, 16, 18}, {0, 32, 18}, {0, 32, 22}, {0, 48, 20}, {0, 56, 18}, {1, 16, 20}, {1, 32, 18},
    {1, 40, 18}, {2, 16, 18}, {2, 29, 18}, {2, 29, 22}, {2, 48, 20}, {3, 16, 16}, {3, 32, 20},
    {4, 16, 18}, {4, 32, 20}, {4, 32, 23},
  };

  private final int documents;
  private final WideIndex index = new WideIndex(BITS, WideTableCount.ALL, Integer::toString);
  private final SplittableRandom random = new SplittableRandom(7);

  /// A path of lookups, and the numbers of its steps.
  private record Path(WideLookupPath way, String name, double[] counts, double[] micros) {

    double time() {
      double[] sorted = micros.clone();
      Arrays.sort(sorted);
      return sorted[sorted.length / 10];
    }
  }

  private LookupCostHarness(int documents) {
    this.documents = documents;
    FingerprintSnapshotBuilder rows = new FingerprintSnapshotBuilder(BITS, documents);
    for (int document = 0; document < documents; document++) {
      rows.add(document, Fingerprint.of(BITS, words(document)));
    }
    try (ForkJoinPool pool = new ForkJoinPool(2)) {
      index.fill(rows.build(pool), pool);
    }
  }

  /// @param arguments numbers of fingerprints
  public static void main(String[] arguments) {
    for (String number : arguments) {
      new LookupCostHarness(Integer.parseInt(number)).run();
    }
  }

  private void run() {
    List<Path> probings = Arrays.stream(PROBINGS).map(this::probing).toList();
    List<Path> scans = new ArrayList<>();
    for (int threshold : new int[] {18, 22, 24}) {
      scans.add(
          path(
              new WideLookupPath.SketchScan(threshold),
              "sketches, " + threshold,
              documents,
              documents * within(threshold)));
    }
    Path full = path(WideLookupPath.FULL_SCAN, "scan", documents * 4.0);
    List<Path> all = new ArrayList<>(probings);
    all.addAll(scans);
    all.add(full);
    for (int round = -ROUNDS; round < ROUNDS; round++) {
      for (Path path : all) {
        path.micros[Math.max(0, round)] = micros(path);
      }
    }
    System.out.printf("# %,d fingerprints%n", documents);
    all.forEach(path -> System.out.printf("%s: %.1f µs%n", path.name, path.time()));
    print("a lookup, a probe, an entry, a row", probings);
    print("a sketch, a place", scans);
    print("a word", List.of(full));
  }

  private Path probing(int[] parameters) {
    Blocks blocks = WideTableCount.ALL.blocks(BITS).shortened(parameters[0]);
    SketchWindows windows = new SketchWindows(blocks);
    Probing keys = new Probing(blocks, parameters[1]);
    double entries = documents * Math.scalb((double) keys.probes(), -blocks.width(0));
    return path(
        new WideProbing(keys, windows, parameters[2]),
        Arrays.toString(parameters),
        1,
        keys.probes(),
        entries,
        entries * within(parameters[2]));
  }

  private static Path path(WideLookupPath path, String name, double... counts) {
    return new Path(path, name, counts, new double[ROUNDS]);
  }

  /// The share of random sketches that differ in at most that many bits.
  private static double within(int threshold) {
    double share = 0;
    for (int differing = 0; differing <= threshold; differing++) {
      share += Math.scalb(Binomial.of(Long.SIZE, differing), -Long.SIZE);
    }
    return share;
  }

  private double micros(Path path) {
    List<Fingerprint> queries = new ArrayList<>();
    for (int i = 0; i < QUERIES; i++) {
      long[] words = words(random.nextInt(documents));
      for (int flips = 0; flips < DISTANCE; flips++) {
        int bit = random.nextInt(BITS);
        words[bit / Long.SIZE] ^= 1L << bit;
      }
      queries.add(Fingerprint.of(BITS, words));
    }
    long started = THREADS.getCurrentThreadCpuTime();
    for (Fingerprint query : queries) {
      index.lookup(query, DISTANCE, 10, path.way);
    }
    return (THREADS.getCurrentThreadCpuTime() - started) / 1e3 / QUERIES;
  }

  private static long[] words(int document) {
    return new SplittableRandom(document).longs(BITS / Long.SIZE).toArray();
  }

  /// Prints the constants, none of them negative, with the least sum of squared relative errors.
  private static void print(String names, List<Path> paths) {
    double[] nanos = new double[paths.getFirst().counts.length];
    for (int i = 0; i < FITTING; i++) {
      for (int constant = 0; constant < nanos.length; constant++) {
        double left = 0;
        double squares = 0;
        for (Path path : paths) {
          double share = path.counts[constant] / (path.time() * 1e3);
          left += share * (1 - predicted(path, nanos) + share * nanos[constant]);
          squares += share * share;
        }
        nanos[constant] = Math.max(0, left / squares);
      }
    }
    System.out.println("# nanoseconds of " + names + ": " + Arrays.toString(nanos));
  }

  /// The predicted time relative to the measured one.
  private static double predicted(Path path, double[] nanos) {
    double sum = 0;
    for (int i = 0; i < nanos.length; i++) {
      sum += path.counts[i] * nanos[i];
    }
    return sum / (path.time() * 1e3);
  }
}

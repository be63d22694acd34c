package io.neardup.bench;

import io.neardup.hamming.FingerprintSnapshotBuilder;
import io.neardup.index.narrow.BlockLayout;
import io.neardup.index.narrow.PermutationIndex;
import io.neardup.simhash.Fingerprint;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;

/// Memory and build time of an index of 64-bit fingerprints, and the time of lookups within 3 bits
/// on one thread and on two.
///
/// ```
/// mvn -q -Pfigures test-compile exec:exec -Dfigures="uniform 1000000 10000000"
/// mvn -q -Pfigures test-compile exec:exec -Dfigures="uniform 100000000" -Dfigures.jvm=-Xmx20g
/// mvn -q -Pfigures test-compile exec:exec \
///     -Dfigures="blocks=4 blocks=5 blocks=6 uniform one-bucket texts:docs.jsonl 1000000"
/// ```
///
/// Arguments: names of distributions (see [Fingerprints64]), numbers of fingerprints, and layouts
/// (`blocks`). Numbers do not affect files.
///
/// Memory is the used heap after a garbage collection, less that before the index was built, and
/// less the array of the fingerprints. The time of a lookup is the processor time of its thread:
/// two threads scale if it is the same as with one thread, and other work on the machine has little
/// effect. Each value is measured for two seconds, after two seconds of warm-up; a lookup within
/// the distance of a document fails if it does not find that document. Build time is elapsed time,
/// and the processor time of both threads.
public final class IndexFigures {

  private static final String BLOCKS = "blocks=";
  private static final int THREADS = 2;
  private static final int DISTANCE = 3;
  private static final int LIMIT = 10;
  private static final long NANOS_EACH = 2_000_000_000L;

  private final BlockLayout layout;
  private final long[] fingerprints;

  private IndexFigures(BlockLayout layout, long[] fingerprints) {
    this.layout = layout;
    this.fingerprints = fingerprints;
  }

  /// Prints a row for every layout, distribution and size.
  public static void main(String[] args) throws Exception {
    List<BlockLayout> layouts = new ArrayList<>();
    List<String> shapes = new ArrayList<>();
    List<Integer> sizes = new ArrayList<>();
    for (String arg : args) {
      if (arg.startsWith(BLOCKS)) {
        layouts.add(
            new BlockLayout(64, Integer.parseInt(arg.substring(BLOCKS.length())), DISTANCE));
      } else if (Character.isDigit(arg.charAt(0))) {
        sizes.add(Integer.valueOf(arg));
      } else {
        shapes.add(arg);
      }
    }
    if (layouts.isEmpty()) {
      layouts.add(BlockLayout.DEFAULT);
    }
    if (sizes.isEmpty()) {
      sizes.add(0);
    }
    System.out.println(
        "| blocks | fingerprints | n | bulk build, s | build one by one, s | processor time, s | bytes each | bytes after removing 9 of 10 | largest bucket "
            + "| no match, µs | candidates | 2 threads | one match, µs | candidates | 2 threads | load |");
    System.out.println("|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    for (String shape : shapes) {
      for (int size : shape.contains(":") ? List.of(0) : sizes) {
        long[] fingerprints = Fingerprints64.of(shape, size);
        for (BlockLayout layout : layouts) {
          new IndexFigures(layout, fingerprints).row(shape);
        }
      }
    }
  }

  private void row(String shape) throws Exception {
    double filling = fill();
    long before = heap();
    PermutationIndex index = new PermutationIndex(layout, Integer::toString);
    long started = System.nanoTime();
    double processors = onThreads(THREADS, this::build, index) / 1e9;
    double seconds = (System.nanoTime() - started) / 1e9;
    double bytes = (double) (heap() - before) / index.fingerprints();
    StringBuilder row = new StringBuilder();
    row.append(
        "| %d | %s | %,d | %.1f | %.1f | %.1f | %.1f"
            .formatted(
                layout.blocks(),
                name(shape),
                fingerprints.length,
                filling,
                seconds,
                processors,
                bytes));
    String largest = "%,d".formatted(index.largestBucket());
    StringBuilder lookups = new StringBuilder();
    for (boolean near : new boolean[] {false, true}) {
      time(index, near, 1);
      double[] alone = time(index, near, 1);
      double[] together = time(index, near, THREADS);
      lookups.append(" | %.2f | %,.0f | %.2f".formatted(alone[0], alone[1], together[0]));
    }
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    onThreads(THREADS, this::removeNineOfTen, index);
    double left = (double) (heap() - before) / index.fingerprints();
    row.append(" | %.1f | %s".formatted(left, largest)).append(lookups);
    System.out.println(row.append(" | %.1f |".formatted(load)));
  }

  private static String name(String shape) {
    return shape.substring(0, shape.contains(":") ? shape.indexOf(':') : shape.length());
  }

  /// The seconds to sort all fingerprints and build an index from them.
  private double fill() {
    FingerprintSnapshotBuilder rows =
        new FingerprintSnapshotBuilder(layout.bits(), fingerprints.length);
    for (int i = 0; i < fingerprints.length; i++) {
      rows.add(i, of(fingerprints[i]));
    }
    PermutationIndex index = new PermutationIndex(layout, Integer::toString);
    long started = System.nanoTime();
    try (ForkJoinPool pool = new ForkJoinPool(THREADS)) {
      index.fill(rows.build(pool), pool);
    }
    double seconds = (System.nanoTime() - started) / 1e9;
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 1_000; i++) {
      int document = random.nextInt(fingerprints.length);
      if (index
          .search(of(near(fingerprints[document], random)), DISTANCE, 1, LIMIT)
          .matches()
          .isEmpty()) {
        throw new AssertionError("document " + document + " is not found");
      }
    }
    return seconds;
  }

  private Fingerprint of(long word) {
    return Fingerprint.of(layout.bits(), word);
  }

  private void build(PermutationIndex index, int thread) {
    for (int i = thread; i < fingerprints.length; i += THREADS) {
      index.add(i, of(fingerprints[i]));
    }
  }

  private void removeNineOfTen(PermutationIndex index, int thread) {
    for (int i = thread; i < fingerprints.length; i += THREADS) {
      if (i % 10 != 0) {
        index.remove(i, of(fingerprints[i]));
      }
    }
  }

  /// Microseconds per lookup, and candidates, with that many threads at once.
  private double[] time(PermutationIndex index, boolean near, int threads) throws Exception {
    long[] lookups = new long[threads];
    long[] candidates = new long[threads];
    long started = System.nanoTime();
    long nanos =
        onThreads(
            threads,
            (all, thread) -> {
              SplittableRandom random = new SplittableRandom(started + thread);
              while (System.nanoTime() - started < NANOS_EACH) {
                for (int i = 0; i < 100; i++) {
                  int document = random.nextInt(fingerprints.length);
                  long query = near ? near(fingerprints[document], random) : random.nextLong();
                  var result = all.search(of(query), DISTANCE, 1, LIMIT);
                  if (near && result.matches().isEmpty()) {
                    throw new AssertionError("document " + document + " is not found");
                  }
                  candidates[thread] += result.candidates();
                }
                lookups[thread] += 100;
              }
            },
            index);
    long all = Arrays.stream(lookups).sum();
    return new double[] {nanos / 1e3 / all, (double) Arrays.stream(candidates).sum() / all};
  }

  private static long near(long fingerprint, SplittableRandom random) {
    long near = fingerprint;
    for (int i = 0; i < DISTANCE; i++) {
      near ^= 1L << random.nextInt(64);
    }
    return near;
  }

  /// Runs the task, and returns the processor time of all threads, in nanoseconds.
  private static long onThreads(int count, Work work, PermutationIndex index)
      throws InterruptedException, ExecutionException {
    try (ExecutorService threads = Executors.newFixedThreadPool(count)) {
      List<Future<Long>> running = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        int thread = i;
        running.add(
            threads.submit(() -> {
              work.run(index, thread);
              return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            }));
      }
      long nanos = 0;
      for (Future<Long> one : running) {
        nanos += one.get();
      }
      return nanos;
    }
  }

  private static long heap() throws InterruptedException {
    for (int i = 0; i < 3; i++) {
      System.gc();
      Thread.sleep(100);
    }
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  /// The task of one thread.
  @FunctionalInterface
  private interface Work {
    void run(PermutationIndex index, int thread);
  }
}

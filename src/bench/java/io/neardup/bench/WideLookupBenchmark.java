package io.neardup.bench;

import io.neardup.hamming.FingerprintSnapshotBuilder;
import io.neardup.index.SearchResult;
import io.neardup.index.wide.WideIndex;
import io.neardup.index.wide.WideTableCount;
import io.neardup.simhash.Fingerprint;
import java.util.SplittableRandom;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// How long does it take to find what is within 63 bits among n uniform 256-bit fingerprints, with
/// a wanted recall, and how many bytes a fingerprint does the index take?
///
/// ```
/// mvn -q -Pbench test-compile exec:exec -Dbench=WideLookupBenchmark
/// mvn -q -Pbench test-compile exec:exec -Dbench="WideLookupBenchmark -p documents=10000000"
/// ```
///
/// A recall of 0.68 is had with radius 1 in all tables (272 probes), 0.993 with radius 2 (2,192).
/// The setup prints the plan, the share of random flips that it finds, and the bytes a fingerprint.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 2, jvmArgsAppend = "-Xmx10g")
public class WideLookupBenchmark {

  private static final int BITS = 256;
  private static final int DISTANCE = 63;
  private static final int QUERIES = 1 << 12;
  private static final int LIMIT = 10;

  @Param("1000000")
  public int documents;

  @Param({"0.68", "0.95", "0.993", "1"})
  public double recall;

  private final WideIndex index = new WideIndex(BITS, WideTableCount.ALL, Integer::toString);
  private final Fingerprint[] queries = new Fingerprint[QUERIES];
  private int next;

  @Setup
  public void fill() {
    SplittableRandom random = new SplittableRandom(1);
    long before = used();
    double seconds = fill(random);
    System.out.printf("# filled in %.1f s%n", seconds);
    System.out.printf("# %.1f bytes a fingerprint%n", (used() - before) / (double) documents);
    int found = 0;
    for (int document = 0; document < 500; document++) {
      int wanted = document;
      found +=
          search(queries[document]).matches().stream().anyMatch(match -> match.document() == wanted)
              ? 1
              : 0;
    }
    System.out.printf("# found %d of 500 by %s%n", found, search(queries[0]).plan());
  }

  private double fill(SplittableRandom random) {
    FingerprintSnapshotBuilder rows = new FingerprintSnapshotBuilder(BITS, documents);
    for (int document = 0; document < documents; document++) {
      long[] words = random.longs(BITS / 64).toArray();
      rows.add(document, Fingerprint.of(BITS, words));
      if (document < QUERIES) {
        queries[document] = flipped(words, random);
      }
    }
    long started = System.nanoTime();
    try (ForkJoinPool pool = new ForkJoinPool()) {
      index.fill(rows.build(pool), pool);
    }
    return (System.nanoTime() - started) / 1e9;
  }

  @Benchmark
  public SearchResult lookup() {
    next = next + 1 & QUERIES - 1;
    return search(queries[next]);
  }

  private SearchResult search(Fingerprint query) {
    return index.search(query, DISTANCE, recall, LIMIT);
  }

  private static Fingerprint flipped(long[] words, SplittableRandom random) {
    long[] flipped = words.clone();
    for (int flips = 0; flips < DISTANCE; ) {
      int bit = random.nextInt(BITS);
      if (((flipped[bit / 64] ^ words[bit / 64]) & 1L << bit) == 0) {
        flipped[bit / 64] ^= 1L << bit;
        flips++;
      }
    }
    return Fingerprint.of(BITS, flipped);
  }

  private static long used() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}

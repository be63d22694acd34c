package io.neardup.bench;

import io.neardup.index.BlockLayout;
import io.neardup.index.PermutationIndex;
import io.neardup.index.SearchResult;
import java.util.SplittableRandom;
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

/// How long does it take to find everything within 3 bits among n uniform 64-bit fingerprints?
///
/// ```
/// mvn -q -Pbench test-compile exec:exec -Dbench=LookupBenchmark
/// mvn -q -Pbench test-compile exec:exec -Dbench="LookupBenchmark -p documents=10000000"
/// ```
///
/// The setup fails unless every one of its 4,096 queries near a document finds it.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 2, jvmArgsAppend = "-Xmx3g")
public class LookupBenchmark {

  private static final int QUERIES = 1 << 12;
  private static final int DISTANCE = 3;
  private static final int LIMIT = 10;

  @Param("1000000")
  public int documents;

  private final PermutationIndex index =
      new PermutationIndex(BlockLayout.DEFAULT, Integer::toString);
  private final long[] near = new long[QUERIES];
  private final long[] anywhere = new long[QUERIES];
  private int next;

  @Setup
  public void fill() {
    SplittableRandom random = new SplittableRandom(1);
    for (int document = 0; document < documents; document++) {
      long fingerprint = random.nextLong();
      index.add(document, fingerprint);
      if (document < QUERIES) {
        near[document] = fingerprint;
      }
    }
    for (int i = 0; i < QUERIES; i++) {
      anywhere[i] = random.nextLong();
      for (int bit = 0; bit < DISTANCE; bit++) {
        near[i] ^= 1L << random.nextInt(64);
      }
      int document = i;
      if (index.search(near[i], DISTANCE, LIMIT).matches().stream()
          .noneMatch(match -> match.document() == document)) {
        throw new AssertionError("document " + document + " is not found");
      }
    }
  }

  @Benchmark
  public SearchResult nearADocument() {
    return index.search(near[next()], DISTANCE, LIMIT);
  }

  @Benchmark
  public SearchResult nearNone() {
    return index.search(anywhere[next()], DISTANCE, LIMIT);
  }

  /// With one bit of radius in each table: everything within 7 bits.
  @Benchmark
  public SearchResult probesOfRadiusOne() {
    return index.search(anywhere[next()], 7, LIMIT);
  }

  /// With two: everything within 11 bits.
  @Benchmark
  public SearchResult probesOfRadiusTwo() {
    return index.search(anywhere[next()], 11, LIMIT);
  }

  /// Beyond every radius, where every fingerprint is looked at.
  @Benchmark
  public SearchResult scan() {
    return index.search(anywhere[next()], 16, LIMIT);
  }

  private int next() {
    next = next + 1 & QUERIES - 1;
    return next;
  }
}

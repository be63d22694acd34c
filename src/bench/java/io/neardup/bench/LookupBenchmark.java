package io.neardup.bench;

import io.neardup.index.SearchResult;
import io.neardup.index.narrow.BlockLayout;
import io.neardup.index.narrow.PermutationIndex;
import io.neardup.simhash.Fingerprint;
import java.io.IOException;
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

/// Time to find all fingerprints within 3 bits among n fingerprints of 64 bits.
///
/// ```
/// mvn -q -Pbench test-compile exec:exec -Dbench=LookupBenchmark
/// mvn -q -Pbench test-compile exec:exec -Dbench="LookupBenchmark -p documents=10000000"
/// mvn -q -Pbench test-compile exec:exec \
///     -Dbench="LookupBenchmark.near -p blocks=4,5,6 -p fingerprints=uniform,one-bucket,texts:docs.jsonl"
/// ```
///
/// `blocks` is the layout, as in the paper: 4 has 4 tables, 5 has 10 and 6 has 20. [Fingerprints64]
/// has the names of fingerprints.
///
/// The setup fails unless each of its 4,096 queries at distance 3 from a document finds that
/// document.
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

  @Param("4")
  public int blocks;

  @Param("uniform")
  public String fingerprints;

  private PermutationIndex index;
  private final Fingerprint[] near = new Fingerprint[QUERIES];
  private final Fingerprint[] anywhere = new Fingerprint[QUERIES];
  private int next;

  @Setup
  public void fill() throws IOException {
    index = new PermutationIndex(new BlockLayout(64, blocks, DISTANCE), Integer::toString);
    long[] all = Fingerprints64.of(fingerprints, documents);
    for (int document = 0; document < all.length; document++) {
      index.add(document, Fingerprint.of(all[document]));
    }
    SplittableRandom random = new SplittableRandom(2);
    for (int i = 0; i < QUERIES; i++) {
      anywhere[i] = Fingerprint.of(random.nextLong());
      int document = random.nextInt(all.length);
      long query = all[document];
      for (int bit = 0; bit < DISTANCE; bit++) {
        query ^= 1L << random.nextInt(64);
      }
      near[i] = Fingerprint.of(query);
      if (index.search(near[i], DISTANCE, 1, all.length).matches().stream()
          .noneMatch(match -> match.document() == document)) {
        throw new AssertionError("document " + document + " is not found");
      }
    }
  }

  @Benchmark
  public SearchResult nearADocument() {
    return index.search(near[next()], DISTANCE, 1, LIMIT);
  }

  @Benchmark
  public SearchResult nearNone() {
    return index.search(anywhere[next()], DISTANCE, 1, LIMIT);
  }

  /// With radius 1 in each table: all fingerprints within 7 bits.
  @Benchmark
  public SearchResult probesOfRadiusOne() {
    return index.search(anywhere[next()], 7, 1, LIMIT);
  }

  /// With radius 2: all fingerprints within 11 bits.
  @Benchmark
  public SearchResult probesOfRadiusTwo() {
    return index.search(anywhere[next()], 11, 1, LIMIT);
  }

  /// A distance beyond every radius, for which all fingerprints are scanned.
  @Benchmark
  public SearchResult scan() {
    return index.search(anywhere[next()], 16, 1, LIMIT);
  }

  private int next() {
    next = next + 1 & QUERIES - 1;
    return next;
  }
}

package io.neardup.bench;

import io.neardup.index.SearchResult;
import io.neardup.index.wide.WideIndex;
import io.neardup.index.wide.WideTableCount;
import io.neardup.simhash.Fingerprint;
import java.util.ArrayList;
import java.util.List;
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

/// Time to scan n uniform 256-bit fingerprints within distance 60, compared with adding up as many
/// longs, which is limited by the bandwidth of memory.
///
/// ```
/// mvn -q -Pbench test-compile exec:exec -Dbench=ScanBenchmark
/// ```
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 2, jvmArgsAppend = "-Xmx3g")
public class ScanBenchmark {

  private static final int BITS = 256;
  private static final int DISTANCE = 60;
  private static final int PAGE = 4096;

  @Param({"100000", "1000000"})
  public int documents;

  private final SplittableRandom random = new SplittableRandom(1);
  private final WideIndex index = new WideIndex(BITS, WideTableCount.NONE, Integer::toString);

  private final List<long[]> pages = new ArrayList<>();

  @Setup
  public void fill() {
    for (long left = documents; left > 0; left -= PAGE) {
      pages.add(random.longs(PAGE * BITS / 64).toArray());
    }
    for (int document = 0; document < documents; document++) {
      index.add(document, fingerprint());
    }
  }

  /// Reads as many longs, and returns their sum.
  @Benchmark
  public long sum() {
    long sum = 0;
    for (long[] page : pages) {
      sum += sum(page);
    }
    return sum;
  }

  private static long sum(long[] page) {
    long sum = 0;
    for (long word : page) {
      sum += word;
    }
    return sum;
  }

  @Benchmark
  public SearchResult scan() {
    return index.search(fingerprint(), DISTANCE, 1, 10);
  }

  private Fingerprint fingerprint() {
    return Fingerprint.of(BITS, random.longs(BITS / 64).toArray());
  }
}

package io.neardup.bench;

import com.dynatrace.hash4j.similarity.ElementHashProvider;
import com.dynatrace.hash4j.similarity.SimilarityHasher;
import com.dynatrace.hash4j.similarity.SimilarityHashing;
import io.neardup.simhash.Columns;
import io.neardup.simhash.Fingerprint;
import io.neardup.simhash.SparseColumns;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// Time to add a feature of weight 1 to all columns, per feature, measured with 1,000 features.
/// With a sparse projection, each feature is added to one or two columns.
///
/// ```
/// mvn -q -Pbench test-compile exec:exec -Dbench=AccumulateBenchmark
/// ```
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class AccumulateBenchmark {

  private static final int FEATURES = 1000;

  private final SimilarityHasher fastSimHash = SimilarityHashing.fastSimHash(64).createHasher();
  private final long[] hashes = new SplittableRandom(1).longs(FEATURES).toArray();

  @Benchmark
  @OperationsPerInvocation(FEATURES)
  public Fingerprint columns64() {
    return columns(64);
  }

  @Benchmark
  @OperationsPerInvocation(FEATURES)
  public Fingerprint columns256() {
    return columns(256);
  }

  @Benchmark
  @OperationsPerInvocation(FEATURES)
  public byte[] hash4jFastSimHash() {
    return fastSimHash.compute(ElementHashProvider.ofFunction(i -> hashes[i], FEATURES));
  }

  @Benchmark
  @OperationsPerInvocation(FEATURES)
  public Fingerprint sparse256() {
    SparseColumns columns = new SparseColumns(256);
    for (long hash : hashes) {
      columns.add(hash, Columns.ONE);
    }
    return columns.signs();
  }

  private Fingerprint columns(int bits) {
    Columns columns = new Columns(bits);
    columns.addAll(hashes, 0, FEATURES, Columns.ONE);
    return columns.signs();
  }
}

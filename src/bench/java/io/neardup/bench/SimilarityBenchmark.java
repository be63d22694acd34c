package io.neardup.bench;

import io.neardup.measure.WeightedJaccard;
import io.neardup.profile.Content;
import io.neardup.profile.Profiles;
import io.neardup.simhash.FeatureVector;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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

/// Time to compute the features of a stored text, and to compare them with those of a query, of
/// which a fifth of the words differ.
///
/// ```
/// mvn -q -Pbench test-compile exec:exec -Dbench=SimilarityBenchmark
/// ```
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class SimilarityBenchmark {

  /// Words of each text.
  @Param({"20", "100", "1000"})
  public int words;

  private Content.Text stored;
  private FeatureVector query;
  private FeatureVector other;

  /// Makes the texts.
  @Setup
  public void prepare() {
    SplittableRandom random = new SplittableRandom(1);
    String[] text =
        IntStream.range(0, words)
            .mapToObj(i -> "word" + random.nextInt(50_000))
            .toArray(String[]::new);
    stored = new Content.Text(String.join(" ", text));
    query =
        Profiles.SIMHASH_256_V1.vector(
            new Content.Text(
                IntStream.range(0, words)
                    .mapToObj(i -> i % 5 == 0 ? "other" + i : text[i])
                    .collect(Collectors.joining(" "))));
    other = Profiles.SIMHASH_256_V1.vector(stored);
  }

  /// The features of the stored text.
  @Benchmark
  public FeatureVector features() {
    return Profiles.SIMHASH_256_V1.vector(stored);
  }

  /// The merge of both.
  @Benchmark
  public double similarity() {
    return WeightedJaccard.of(query, other);
  }
}

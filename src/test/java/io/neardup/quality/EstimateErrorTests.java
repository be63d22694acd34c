package io.neardup.quality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.neardup.Seeds;
import io.neardup.quality.EstimateError.Errors;
import io.neardup.quality.LabelledTexts.Kind;
import io.neardup.simhash.Columns;
import io.neardup.simhash.Fingerprint;
import io.neardup.simhash.SparseColumns;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EstimateErrorTests {

  private static final String SIMILARITY = "probability Jaccard";

  @Test
  void similaritiesEqualHandComputation() {
    WeightedFeatures a = features(new long[] {1, 2}, 2, 2);
    WeightedFeatures b = features(new long[] {2, 3}, 3, 1);

    assertThat(a.weightedJaccard(b)).isEqualTo(2 / 6.0, within(1e-12));
    assertThat(a.normalizedJaccard(b)).isEqualTo(0.5 / 1.5, within(1e-12));
    // Feature 2: 1 / (p 0.5 / 0.5 of feature 1 + 1 of itself + q 0.25 / 0.75 of feature 3)
    assertThat(a.probabilityJaccard(b)).isEqualTo(1 / (1 + 1 + 1 / 3.0), within(1e-12));
  }

  @Test
  void similaritiesAreThoseOfSetsIfAllWeightsAreEqual() {
    WeightedFeatures a = features(new long[] {1, 2, 3}, 5, 5, 5);
    WeightedFeatures b = features(new long[] {2, 3, 4}, 5, 5, 5);

    EstimateError.SIMILARITIES.forEach((name, similarity) -> {
      assertThat(similarity.applyAsDouble(a, b)).as(name).isEqualTo(0.5, within(1e-12));
      assertThat(similarity.applyAsDouble(a, a)).as(name).isEqualTo(1, within(1e-12));
    });
  }

  @Test
  void probabilityJaccardIsThatOfItsDefinition() {
    Seeds.random(random -> {
      WeightedFeatures[] texts = texts(random, 12, 5, 7);
      double[] p = weightsOf(texts[2].hashes(), texts[0]);
      double[] q = weightsOf(texts[2].hashes(), texts[1]);
      double expected = 0;
      for (int i = 0; i < p.length; i++) {
        double sum = 0;
        for (int j = 0; j < p.length; j++) {
          sum += Math.max(p[j] / p[i], q[j] / q[i]);
        }
        expected += p[i] > 0 && q[i] > 0 ? 1 / sum : 0;
      }

      assertThat(texts[0].probabilityJaccard(texts[1])).isEqualTo(expected, within(1e-9));
    });
  }

  /// The measured bias is at most 0.011. The mean of the trials has a standard error below 0.001.
  @ParameterizedTest
  @CsvSource({
    "10, 45, 256",
    "20, 20, 256",
    "60, 20, 256",
    "200, 100, 256",
    "200, 10, 256",
    "200, 40, 512"
  })
  void estimatesFollowTheProbabilityJaccardSimilarity(int shared, int each, int bits) {
    int trials = 4_000;
    Seeds.random(random -> {
      double sum = 0;
      double squares = 0;
      for (int trial = 0; trial < trials; trial++) {
        WeightedFeatures[] texts = texts(random, shared, each, each);
        double estimate =
            Fingerprint.jaccardEstimate(
                fingerprint(texts[0], bits).distance(fingerprint(texts[1], bits)), bits);
        double error = estimate - texts[0].probabilityJaccard(texts[1]);
        sum += error;
        squares += error * error;
      }
      assertThat(sum / trials).as("bias").isEqualTo(0, within(0.016));
      assertThat(Math.sqrt(squares / trials)).as("RMS").isLessThan(1 / Math.sqrt(bits));
    });
  }

  @Test
  void biasAndRootMeanSquareAreComputedByDecile() {
    List<String> texts = List.of("one two three four", "one two three four", "five six", "");
    Kind kind = new Kind(texts, List.of(new LabelledTexts.Pair(0, 1)), List.of());
    EstimateError error = new EstimateError(new LabelledTexts(Map.of("kind", kind)), 1);

    Errors equal = error.errors(SIMILARITY, 256, 0.9, 2);
    Errors unrelated = error.errors(SIMILARITY, 256, 0, 0.1);

    assertThat(equal.bias()).isEqualTo(0, within(1e-12));
    assertThat(equal.rms()).isEqualTo(0, within(1e-12));
    assertThat(unrelated.count()).isPositive();
    assertThat(unrelated.rms()).isBetween(Math.abs(unrelated.bias()) - 1e-12, 0.3);
    assertThat(error.errors(SIMILARITY, 256, 0, 2).count())
        .isEqualTo(equal.count() + unrelated.count());
  }

  /// Two texts with some features in common, weighted 1 + ln(tf) independently, and their union.
  private static WeightedFeatures[] texts(
      SplittableRandom random, int shared, int onlyA, int onlyB) {
    long[] all = random.longs(shared + onlyA + onlyB).toArray();
    LongStream both = Arrays.stream(all, 0, shared);
    LongStream alsoBoth = Arrays.stream(all, 0, shared);
    LongStream inA = Arrays.stream(all, shared, shared + onlyA);
    LongStream inB = Arrays.stream(all, shared + onlyA, all.length);
    return new WeightedFeatures[] {
      weighted(random, LongStream.concat(both, inA)),
      weighted(random, LongStream.concat(alsoBoth, inB)),
      weighted(random, Arrays.stream(all))
    };
  }

  private static WeightedFeatures weighted(SplittableRandom random, LongStream hashes) {
    long[] sorted = hashes.sorted().toArray();
    double[] weights =
        Arrays.stream(sorted)
            .mapToDouble(_ -> Math.rint((1 + Math.log(1 + random.nextInt(9))) * Columns.ONE))
            .toArray();
    return new WeightedFeatures(sorted, weights);
  }

  private static double[] weightsOf(long[] hashes, WeightedFeatures text) {
    return Arrays.stream(hashes)
        .map(hash -> Arrays.binarySearch(text.hashes(), hash))
        .mapToDouble(at -> at < 0 ? 0 : text.weights()[(int) at])
        .toArray();
  }

  private static WeightedFeatures features(long[] hashes, double... weights) {
    return new WeightedFeatures(hashes, weights);
  }

  private static Fingerprint fingerprint(WeightedFeatures features, int bits) {
    SparseColumns columns = new SparseColumns(bits);
    for (int i = 0; i < features.hashes().length; i++) {
      columns.add(features.hashes()[i], (long) features.weights()[i]);
    }
    return columns.signs();
  }
}

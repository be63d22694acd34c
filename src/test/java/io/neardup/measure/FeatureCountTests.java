package io.neardup.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.neardup.simhash.FeatureVector;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FeatureCountTests {

  private static final DocumentFrequencies.Edition EMPTY = new DocumentFrequencies().edition();

  /// Cormode and Muthukrishnan: too high by more than e * n / w with a probability of at most e^-4.
  @Test
  void countsAreNeverTooLowAndSeldomTooHighByMoreThanStated() {
    DocumentFrequencies frequencies = new DocumentFrequencies();
    Map<Long, Integer> exact = new HashMap<>();
    int occurrences = 0;
    SplittableRandom random = new SplittableRandom(1);
    while (occurrences < 4_000_000) {
      FeatureVector document = document(random, 250);
      frequencies.add(document);
      for (int i = 0; i < document.size(); i++) {
        exact.merge(document.hash(i), 1, Integer::sum);
      }
      occurrences += document.size();
    }
    double most = Math.E * occurrences / (1 << 20);
    long high = 0;
    long inexact = 0;
    for (Map.Entry<Long, Integer> feature : exact.entrySet()) {
      int count = frequencies.count(feature.getKey());
      assertThat(count).isGreaterThanOrEqualTo(feature.getValue());
      high += count > feature.getValue() + most ? 1 : 0;
      inexact += count > feature.getValue() ? 1 : 0;
    }
    assertThat(high).isLessThanOrEqualTo((long) (exact.size() * Math.exp(-4)));
    assertThat(inexact).isPositive(); // the sketch is loaded so much that the bound is tested
  }

  @Test
  void removalRestoresWhatWasBefore() throws Exception {
    DocumentFrequencies frequencies = new DocumentFrequencies();
    SplittableRandom random = new SplittableRandom(2);
    FeatureVector kept = document(random, 300);
    frequencies.add(kept);
    DocumentFrequencies.Edition before = frequencies.edition();
    List<FeatureVector> documents =
        Stream.generate(() -> document(random, 100)).limit(2_000).toList();
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      for (FeatureVector document : documents) {
        threads.execute(() -> {
          frequencies.add(document);
          frequencies.add(kept);
          frequencies.remove(document);
          frequencies.remove(kept);
        });
      }
    }
    assertThat(frequencies.edition()).isEqualTo(before);
    LongStream.range(0, kept.size())
        .forEach(i -> assertThat(frequencies.count(kept.hash((int) i))).isPositive());
    frequencies.remove(kept);
    assertThat(frequencies.edition()).isEqualTo(EMPTY);
    documents.stream()
        .flatMap(document -> IntStream.range(0, document.size()).mapToObj(document::hash))
        .forEach(hash -> assertThat(frequencies.count(hash)).isZero());
  }

  @Test
  void equalDocumentsHaveEqualEditionsInAnyOrder() {
    SplittableRandom random = new SplittableRandom(3);
    List<FeatureVector> documents = Stream.generate(() -> document(random, 20)).limit(50).toList();
    DocumentFrequencies forwards = new DocumentFrequencies();
    DocumentFrequencies backwards = new DocumentFrequencies();
    documents.forEach(forwards::add);
    documents.reversed().forEach(backwards::add);
    assertThat(forwards.edition()).isEqualTo(backwards.edition());
    assertThat(forwards.edition().documents()).isEqualTo(50);
    backwards.remove(documents.get(0));
    backwards.add(document(random, 20));
    assertThat(forwards.edition()).isNotEqualTo(backwards.edition());
  }

  @Test
  void whatAllDocumentsShareWeighsLittle() {
    DocumentFrequencies frequencies = new DocumentFrequencies();
    for (int i = 0; i < 1_000; i++) {
      frequencies.add(vector(1, 2, 3, 10 + i));
    }
    FeatureVector a = vector(1, 2, 3, 10);
    FeatureVector b = vector(1, 2, 3, 11);
    assertThat(WeightedJaccard.of(a, b)).isEqualTo(0.6);
    double shared = 3 * Math.log(1101 / 1001.0);
    double own = 2 * Math.log(1101 / 2.0);
    assertThat(WeightedJaccard.of(a, b, frequencies))
        .isCloseTo(shared / (shared + own), within(1e-12))
        .isEqualTo(WeightedJaccard.of(b, a, frequencies));
    assertThat(WeightedJaccard.of(a, a, frequencies)).isEqualTo(1);
    assertThat(WeightedJaccard.of(a, b, null)).isEqualTo(0.6);
  }

  /// A feature of the only document need not belong to a template.
  @Test
  void fewDocumentsChangeLittle() {
    DocumentFrequencies frequencies = new DocumentFrequencies();
    FeatureVector a = vector(1, 2, 3, 4, 5, 6, 7, 8, 9);
    frequencies.add(a);
    assertThat(WeightedJaccard.of(a, vector(1, 2, 3, 4, 5, 6, 7, 8), frequencies))
        .isCloseTo(8 / 9.0, within(0.02));
  }

  private static FeatureVector vector(long... hashes) {
    long[] weights = new long[hashes.length];
    Arrays.fill(weights, 7);
    return FeatureVector.of(hashes, weights);
  }

  /// A text of that many words, some of which are frequent; features are hashes of words.
  private static FeatureVector document(SplittableRandom random, int words) {
    return vector(
        IntStream.range(0, words)
            .mapToLong(i -> (long) Math.exp(random.nextDouble() * Math.log(3_000_000)))
            .map(word -> (word + 1) * 0xD1342543DE82EF95L)
            .distinct()
            .toArray());
  }
}

package io.neardup.measure;

import com.dynatrace.hash4j.similarity.ElementHashProvider;
import com.dynatrace.hash4j.similarity.SimilarityHashPolicy;
import com.dynatrace.hash4j.similarity.SimilarityHashing;
import java.util.Arrays;

/// Measures of weighted features, at least one of each text. All O(features).
final class Vectors {

  /// 128 permutations, of each minimum the lowest 32 bits.
  private static final SimilarityHashPolicy MINHASH = SimilarityHashing.minHash(128, 32);

  private Vectors() {}

  static double cosine(WeightedFeatures a, WeightedFeatures b) {
    double inner = 0;
    for (int i = 0; i < a.size(); i++) {
      inner += a.weight(i) * b.weightOf(a.keys()[i]);
    }
    return Math.min(1, inner / Math.sqrt(squares(a) * squares(b)));
  }

  static double euclidean(WeightedFeatures a, WeightedFeatures b) {
    double squares = 0;
    for (int i = 0; i < a.size(); i++) {
      double difference = a.weight(i) - b.weightOf(a.keys()[i]);
      squares += difference * difference;
    }
    for (int i = 0; i < b.size(); i++) {
      if (a.weightOf(b.keys()[i]) == 0) {
        squares += b.weight(i) * b.weight(i);
      }
    }
    return Math.sqrt(squares);
  }

  static double jaccard(WeightedFeatures a, WeightedFeatures b) {
    long shared = Arrays.stream(a.keys()).filter(key -> b.weightOf(key) > 0).count();
    return (double) shared / (a.size() + b.size() - shared);
  }

  static double minHash(WeightedFeatures a, WeightedFeatures b) {
    return MINHASH.getFractionOfEqualComponents(signature(a), signature(b));
  }

  private static byte[] signature(WeightedFeatures features) {
    return MINHASH.createHasher().compute(ElementHashProvider.ofValues(features.keys()));
  }

  private static double squares(WeightedFeatures features) {
    double squares = 0;
    for (int i = 0; i < features.size(); i++) {
      squares += features.weight(i) * features.weight(i);
    }
    return squares;
  }
}

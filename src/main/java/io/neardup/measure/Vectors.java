package io.neardup.measure;

import com.dynatrace.hash4j.similarity.ElementHashProvider;
import com.dynatrace.hash4j.similarity.SimilarityHashPolicy;
import com.dynatrace.hash4j.similarity.SimilarityHashing;
import io.neardup.simhash.Xxh3;
import java.util.Map;

/// Measures of weighted features, at least one of each text. All O(features).
final class Vectors {

  /// 128 permutations, of each minimum the lowest 32 bits.
  private static final SimilarityHashPolicy MINHASH = SimilarityHashing.minHash(128, 32);

  private Vectors() {}

  static double cosine(Map<String, Double> a, Map<String, Double> b) {
    double inner = 0;
    for (Map.Entry<String, Double> feature : a.entrySet()) {
      inner += feature.getValue() * b.getOrDefault(feature.getKey(), 0.0);
    }
    return Math.min(1, inner / Math.sqrt(squares(a) * squares(b)));
  }

  static double euclidean(Map<String, Double> a, Map<String, Double> b) {
    double squares = 0;
    for (Map.Entry<String, Double> feature : a.entrySet()) {
      double difference = feature.getValue() - b.getOrDefault(feature.getKey(), 0.0);
      squares += difference * difference;
    }
    for (Map.Entry<String, Double> feature : b.entrySet()) {
      if (!a.containsKey(feature.getKey())) {
        squares += feature.getValue() * feature.getValue();
      }
    }
    return Math.sqrt(squares);
  }

  static double jaccard(Map<String, Double> a, Map<String, Double> b) {
    long shared = a.keySet().stream().filter(b::containsKey).count();
    return (double) shared / (a.size() + b.size() - shared);
  }

  static double minHash(Map<String, Double> a, Map<String, Double> b) {
    return MINHASH.getFractionOfEqualComponents(signature(a), signature(b));
  }

  private static byte[] signature(Map<String, Double> features) {
    long[] hashes = features.keySet().stream().mapToLong(Xxh3::hash).toArray();
    return MINHASH.createHasher().compute(ElementHashProvider.ofValues(hashes));
  }

  private static double squares(Map<String, Double> features) {
    double squares = 0;
    for (double weight : features.values()) {
      squares += weight * weight;
    }
    return squares;
  }
}

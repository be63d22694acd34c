package io.neardup;

import io.neardup.simhash.FeatureVector;
import java.util.Map;
import java.util.TreeMap;

/// The similarity of two texts, computed from its definition: over the features i of both texts,
/// the sum of 1 / Σ max(a_j / a_i, b_j / b_i) over all features j.
public final class SimilarityByDefinition {

  private SimilarityByDefinition() {}

  /// Of the weights of two texts. O(common * features).
  public static double of(FeatureVector a, FeatureVector b) {
    return of(weights(a), weights(b));
  }

  /// Of weights by any names of features.
  public static <T> double of(Map<T, Double> a, Map<T, Double> b) {
    Map<T, Double> all = new TreeMap<>(a);
    all.putAll(b);
    double[] inA = all.keySet().stream().mapToDouble(key -> a.getOrDefault(key, 0.0)).toArray();
    double[] inB = all.keySet().stream().mapToDouble(key -> b.getOrDefault(key, 0.0)).toArray();
    double similarity = 0;
    for (int i = 0; i < inA.length; i++) {
      if (inA[i] > 0 && inB[i] > 0) {
        double sum = 0;
        for (int j = 0; j < inA.length; j++) {
          sum += Math.max(inA[j] / inA[i], inB[j] / inB[i]);
        }
        similarity += 1 / sum;
      }
    }
    return similarity;
  }

  private static Map<Long, Double> weights(FeatureVector vector) {
    Map<Long, Double> weights = new TreeMap<>();
    for (int i = 0; i < vector.size(); i++) {
      weights.put(vector.hash(i), (double) vector.weight(i));
    }
    return weights;
  }
}

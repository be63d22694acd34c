package io.neardup.measure;

import com.dynatrace.hash4j.similarity.ElementHashProvider;
import com.dynatrace.hash4j.similarity.SimilarityHashPolicy;
import com.dynatrace.hash4j.similarity.SimilarityHashing;
import io.neardup.simhash.Columns;
import io.neardup.simhash.FeatureVector;

/// Measures of the weighted features of two texts, each with at least one feature. All O(features).
final class Vectors {

  /// 128 permutations; the lowest 32 bits of each minimum.
  private static final SimilarityHashPolicy MINHASH = SimilarityHashing.minHash(128, 32);

  private double inner;
  private double squaresA;
  private double squaresB;
  private double squaresOfDifferences;
  private int shared;
  private int distinct;

  private Vectors(FeatureVector a, FeatureVector b) {
    int i = 0;
    int j = 0;
    while (i < a.size() || j < b.size()) {
      boolean ofA = i < a.size() && (j == b.size() || a.hash(i) <= b.hash(j));
      boolean ofB = j < b.size() && (i == a.size() || b.hash(j) <= a.hash(i));
      double weightA = ofA ? (double) a.weight(i++) / Columns.ONE : 0;
      double weightB = ofB ? (double) b.weight(j++) / Columns.ONE : 0;
      inner += weightA * weightB;
      squaresA += weightA * weightA;
      squaresB += weightB * weightB;
      squaresOfDifferences += (weightA - weightB) * (weightA - weightB);
      shared += ofA && ofB ? 1 : 0;
      distinct++;
    }
  }

  static double cosine(FeatureVector a, FeatureVector b) {
    Vectors both = new Vectors(a, b);
    return Math.min(1, both.inner / Math.sqrt(both.squaresA * both.squaresB));
  }

  static double euclidean(FeatureVector a, FeatureVector b) {
    return Math.sqrt(new Vectors(a, b).squaresOfDifferences);
  }

  static double jaccard(FeatureVector a, FeatureVector b) {
    Vectors both = new Vectors(a, b);
    return (double) both.shared / both.distinct;
  }

  static double minHash(FeatureVector a, FeatureVector b) {
    return MINHASH.getFractionOfEqualComponents(signature(a), signature(b));
  }

  private static byte[] signature(FeatureVector features) {
    return MINHASH
        .createHasher()
        .compute(ElementHashProvider.ofFunction(features::hash, features.size()));
  }
}

package io.neardup.quality;

import io.neardup.simhash.FeatureBag;
import io.neardup.simhash.TermFrequencyWeights;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/// The distinct features of a text with their weights, for exact similarities.
///
/// @param hashes in ascending order
/// @param weights above 0, with any sum
record WeightedFeatures(long[] hashes, double[] weights) {

  static WeightedFeatures of(FeatureBag bag, TermFrequencyWeights weightOf) {
    long[] hashes = new long[bag.size()];
    int[] size = {0};
    bag.forEach((hash, count) -> hashes[size[0]++] = hash);
    Arrays.sort(hashes);
    double[] weights =
        Arrays.stream(hashes).mapToDouble(hash -> weightOf.weight(bag.count(hash))).toArray();
    return new WeightedFeatures(hashes, weights);
  }

  boolean isEmpty() {
    return hashes.length == 0;
  }

  /// The weighted Jaccard similarity: the sum of the smaller weights of each feature divided by the
  /// sum of the larger ones.
  double weightedJaccard(WeightedFeatures other) {
    return weightedJaccard(align(other));
  }

  /// The same after the weights of each text are divided by their sum.
  double normalizedJaccard(WeightedFeatures other) {
    return weightedJaccard(align(other).normalized());
  }

  /// The probability Jaccard similarity J_P of the two distributions of weight. O(n log n).
  ///
  /// For each shared feature i, the probability that it is the first of all features if feature j
  /// arrives at rate max(p_j / p_i, q_j / q_i) and i at rate 1. Source: Moulton and Jiang,
  /// *Maximally Consistent Sampling and the Jaccard Index of Probability Distributions*, ICDM 2018.
  double probabilityJaccard(WeightedFeatures other) {
    Aligned aligned = align(other);
    double[] p = aligned.p;
    double[] q = aligned.q;
    double[] ratios = IntStream.range(0, p.length).mapToDouble(i -> p[i] / q[i]).toArray();
    int[] ascending =
        IntStream.range(0, p.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> ratios[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    double pAbove = Arrays.stream(p).sum();
    double qBelow = 0;
    double similarity = 0;
    for (int i : ascending) {
      if (p[i] > 0 && q[i] > 0) {
        similarity += 1 / (pAbove / p[i] + qBelow / q[i]);
      }
      pAbove -= p[i];
      qBelow += q[i];
    }
    return similarity;
  }

  private static double weightedJaccard(Aligned aligned) {
    double smaller = 0;
    double larger = 0;
    for (int i = 0; i < aligned.p.length; i++) {
      smaller += Math.min(aligned.p[i], aligned.q[i]);
      larger += Math.max(aligned.p[i], aligned.q[i]);
    }
    return smaller / larger;
  }

  private Aligned align(WeightedFeatures other) {
    double[] p = new double[hashes.length + other.hashes.length];
    double[] q = new double[p.length];
    int union = 0;
    for (int i = 0, j = 0; i < hashes.length || j < other.hashes.length; union++) {
      boolean here = j == other.hashes.length || i < hashes.length && hashes[i] <= other.hashes[j];
      boolean there = i == hashes.length || j < other.hashes.length && other.hashes[j] <= hashes[i];
      p[union] = here ? weights[i] : 0;
      q[union] = there ? other.weights[j] : 0;
      i += here ? 1 : 0;
      j += there ? 1 : 0;
    }
    return new Aligned(Arrays.copyOf(p, union), Arrays.copyOf(q, union));
  }

  /// The weights of two texts in the union of their features.
  private record Aligned(double[] p, double[] q) {

    Aligned normalized() {
      return new Aligned(normalized(p), normalized(q));
    }

    private static double[] normalized(double[] weights) {
      double total = Arrays.stream(weights).sum();
      return Arrays.stream(weights).map(weight -> weight / total).toArray();
    }
  }
}

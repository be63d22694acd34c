package io.neardup.measure;

import io.neardup.simhash.FeatureVector;
import java.util.Arrays;
import java.util.function.LongToDoubleFunction;
import org.jspecify.annotations.Nullable;

/// The exact similarity of two texts that the distance of sparse SimHash estimates: the probability
/// that both draw the same feature, if each draws one by weight with the same random numbers (the
/// probability Jaccard similarity of Moulton and Jiang, "Maximally Consistent Sampling and the
/// Jaccard Index of Probability Distributions", ICDM 2018).
///
/// If the common features have the same weights in both texts, it is their weight divided by the
/// weight of all features. Scaling all weights of a text does not change it: a text that repeats
/// itself is as similar to others as one that does not.
public final class WeightedJaccard {

  /* With the weights a and b of features in both texts, 0 for a missing one, it is

      Σ over common i of 1 / Σ over all j of max(a_j / a_i, b_j / b_i)

  The maximum is its first argument if a_j / b_j ≥ a_i / b_i. So the common features are put into classes of
  equal a / b, in ascending order, with the weights A_c and B_c of class c and its ratio r_c = A_c / B_c:

      Σ over classes c of A_c / (onlyA + Σ over d ≥ c of A_d + r_c · (onlyB + Σ over d < c of B_d))  */

  private WeightedJaccard() {}

  /// The similarity with the texts' own weights. Symmetric. Cost: a merge of the features, and a
  /// sort of the common features whose weights differ.
  ///
  /// @return 0.0 for nothing in common to 1.0 for the same weights or multiples of them; 0.0 if one
  ///   has no features
  public static double of(FeatureVector a, FeatureVector b) {
    return of(a, b, null);
  }

  /// The similarity with a collection's weights.
  ///
  /// @param frequencies of its features, null for the texts' own weights
  public static double of(
      FeatureVector a, FeatureVector b, @Nullable DocumentFrequencies frequencies) {
    return by(a, b, frequencies == null ? null : frequencies.factors());
  }

  /// The similarity with scaled weights.
  ///
  /// @param factor for a feature's weights by its hash, null for 1
  public static double by(FeatureVector a, FeatureVector b, @Nullable LongToDoubleFunction factor) {
    return a.compareTo(b) <= 0 ? ordered(a, b, factor) : ordered(b, a, factor);
  }

  /// The similarity of two texts in the order of feature vectors, so that rounding errors do not
  /// depend on the order of arguments.
  ///
  /// @param factor for a feature's weights, null for 1
  private static double ordered(
      FeatureVector a, FeatureVector b, @Nullable LongToDoubleFunction factor) {
    int[] placesA = new int[Math.min(a.size(), b.size()) + 1]; // of common, different weights
    int[] placesB = new int[placesA.length];
    int differing = 0;
    double equal = 0; // weight of common features with equal weights
    double onlyA = 0;
    double onlyB = 0;
    int i = 0;
    int j = 0;
    while (i < a.size() && j < b.size()) {
      // Branch-free, because which text has the next feature cannot be predicted.
      long hashA = a.hash(i);
      long hashB = b.hash(j);
      long weightA = a.weight(i);
      long weightB = b.weight(j);
      double by = factor == null ? 1 : factor.applyAsDouble(Math.min(hashA, hashB));
      placesA[differing] = i;
      placesB[differing] = j;
      onlyA += by * (hashA < hashB ? weightA : 0);
      onlyB += by * (hashB < hashA ? weightB : 0);
      long common = hashA == hashB ? weightA : 0;
      equal += by * (weightA == weightB ? common : 0);
      int unequal = weightA == weightB ? 0 : 1;
      differing += hashA == hashB ? unequal : 0;
      i += hashA <= hashB ? 1 : 0;
      j += hashB <= hashA ? 1 : 0;
    }
    for (; i < a.size(); i++) {
      onlyA += by(factor, a.hash(i)) * a.weight(i);
    }
    for (; j < b.size(); j++) {
      onlyB += by(factor, b.hash(j)) * b.weight(j);
    }
    if (differing == 0) {
      return equal == 0 ? 0 : equal / (onlyA + onlyB + equal);
    }
    double[] ratios = new double[differing + 1];
    double[] weightsA = new double[differing + 1];
    double[] weightsB = new double[differing + 1];
    for (int k = 0; k < differing; k++) {
      long weightA = a.weight(placesA[k]);
      long weightB = b.weight(placesB[k]);
      double by = by(factor, a.hash(placesA[k]));
      ratios[k] = (double) weightA / weightB;
      weightsA[k] = by * weightA;
      weightsB[k] = by * weightB;
    }
    ratios[differing] = 1;
    weightsA[differing] = equal;
    weightsB[differing] = equal;
    return ofClasses(ratios, weightsA, weightsB, onlyA, onlyB);
  }

  private static double by(@Nullable LongToDoubleFunction factor, long hash) {
    return factor == null ? 1 : factor.applyAsDouble(hash);
  }

  /// The sum over the classes of equal ratios, of common features with these weights.
  private static double ofClasses(
      double[] ratios, double[] weightsA, double[] weightsB, double onlyA, double onlyB) {
    double[] classes = ratios.clone();
    Arrays.sort(classes);
    int count = 1;
    for (int i = 1; i < classes.length; i++) {
      classes[count] = classes[i];
      count += classes[i] == classes[count - 1] ? 0 : 1;
    }
    double[] ofA = new double[count];
    double[] ofB = new double[count];
    double restA = onlyA;
    for (int i = 0; i < ratios.length; i++) {
      int to = Arrays.binarySearch(classes, 0, count, ratios[i]);
      ofA[to] += weightsA[i];
      ofB[to] += weightsB[i];
      restA += weightsA[i];
    }
    double restB = onlyB;
    double similarity = 0;
    for (int i = 0; i < count; i++) {
      if (ofA[i] > 0) {
        similarity += ofA[i] / (restA + classes[i] * restB);
      }
      restA -= ofA[i];
      restB += ofB[i];
    }
    return Math.min(1, similarity);
  }
}

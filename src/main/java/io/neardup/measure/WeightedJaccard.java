package io.neardup.measure;

import io.neardup.simhash.FeatureVector;
import java.util.function.LongToDoubleFunction;
import org.jspecify.annotations.Nullable;

/// The exact weighted Jaccard similarity of two texts, which the distance of sparse SimHash
/// estimates.
public final class WeightedJaccard {

  private WeightedJaccard() {}

  /// The sum of the smaller weight of each feature, divided by the sum of the larger one; a missing
  /// feature has the weight 0. Symmetric. O(features): both are sorted, and merged.
  ///
  /// @return 0.0 for nothing in common to 1.0 for equal weights; 0.0 if one has no features
  public static double of(FeatureVector a, FeatureVector b) {
    long smaller = 0;
    long larger = 0;
    int i = 0;
    int j = 0;
    while (i < a.size() && j < b.size()) {
      long hashA = a.hash(i);
      long hashB = b.hash(j);
      // Without a branch, as which text has the next feature cannot be predicted.
      long weightA = hashA <= hashB ? a.weight(i) : 0;
      long weightB = hashB <= hashA ? b.weight(j) : 0;
      smaller += Math.min(weightA, weightB);
      larger += Math.max(weightA, weightB);
      i += hashA <= hashB ? 1 : 0;
      j += hashB <= hashA ? 1 : 0;
    }
    for (; i < a.size(); i++) {
      larger += a.weight(i);
    }
    for (; j < b.size(); j++) {
      larger += b.weight(j);
    }
    return larger == 0 ? 0 : (double) smaller / larger;
  }

  /// The similarity by the weights of a collection.
  ///
  /// @param frequencies of its features, null for the weights as they are
  public static double of(
      FeatureVector a, FeatureVector b, @Nullable DocumentFrequencies frequencies) {
    return frequencies == null ? of(a, b) : of(a, b, frequencies.factors());
  }

  /// The similarity of weights that are multiplied by a factor each, the same for both texts.
  private static double of(FeatureVector a, FeatureVector b, LongToDoubleFunction factor) {
    double smaller = 0;
    double larger = 0;
    int i = 0;
    int j = 0;
    while (i < a.size() || j < b.size()) {
      boolean takesA = j == b.size() || i < a.size() && a.hash(i) <= b.hash(j);
      boolean takesB = i == a.size() || j < b.size() && b.hash(j) <= a.hash(i);
      double by = factor.applyAsDouble(takesA ? a.hash(i) : b.hash(j));
      long weightA = takesA ? a.weight(i++) : 0;
      long weightB = takesB ? b.weight(j++) : 0;
      smaller += by * Math.min(weightA, weightB);
      larger += by * Math.max(weightA, weightB);
    }
    return larger == 0 ? 0 : smaller / larger;
  }
}

package io.neardup.measure;

import io.neardup.simhash.FeatureVector;

/// The part of a text that another one lacks.
public final class UniqueShare {

  private UniqueShare() {}

  /// The share of a text's features, by weight, that another text does not have. O(features).
  ///
  /// @return 0.0 for none to 1.0 for all; 0.0 if the text has no features
  public static double of(FeatureVector text, FeatureVector other) {
    double all = 0;
    double unique = 0;
    int j = 0;
    for (int i = 0; i < text.size(); i++) {
      while (j < other.size() && other.hash(j) < text.hash(i)) {
        j++;
      }
      all += text.weight(i);
      unique += j < other.size() && other.hash(j) == text.hash(i) ? 0 : text.weight(i);
    }
    return all == 0 ? 0 : unique / all;
  }
}

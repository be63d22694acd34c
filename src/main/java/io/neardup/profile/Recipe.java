package io.neardup.profile;

/// Makes fingerprints of content. Stateless; safe for concurrent use.
interface Recipe {

  /// How it makes sums of features.
  default Projection projection() {
    return Projection.DENSE;
  }

  /// How many features a token makes, about.
  default int featuresPerToken() {
    return 1;
  }

  /// Makes the fingerprint. O(characters).
  Sketch sketch(Content content);

  /// Makes the fingerprint once more, slowly, with each step to it.
  Explanation explain(Content content);
}

package io.neardup.profile;

import java.util.List;

/// Computes fingerprints of content. Stateless and thread-safe.
interface Recipe {

  /// The projection of the fingerprint.
  default Projection projection() {
    return Projection.DENSE;
  }

  /// The approximate number of features per token.
  default int featuresPerToken() {
    return 1;
  }

  /// Computes the fingerprint. O(characters).
  Sketch sketch(Content content);

  /// The distinct features, by descending weight, then in order of appearance. O(characters), with
  /// an object per feature.
  List<Explanation.Feature> features(Content content);

  /// Computes the fingerprint with all intermediate steps.
  Explanation explain(Content content);
}

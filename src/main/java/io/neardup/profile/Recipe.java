package io.neardup.profile;

import java.util.List;

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

  /// The distinct features, the heaviest first, then in order of appearance. O(characters), with an
  /// object a feature.
  List<Explanation.Feature> features(Content content);

  /// Makes the fingerprint once more, slowly, with each step to it.
  Explanation explain(Content content);
}

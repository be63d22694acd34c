package io.neardup.profile;

/// Makes fingerprints of content. Stateless; safe for concurrent use.
interface Recipe {

  /// How it makes bits of features.
  default SketchKind kind() {
    return SketchKind.SIMHASH;
  }

  /// Makes the fingerprint. O(characters).
  Sketch sketch(Content content);

  /// Makes the fingerprint once more, slowly, and tells how.
  Explanation explain(Content content);
}

package io.neardup.profile;

import io.neardup.simhash.Fingerprint;

/// A fingerprint and the number of its features.
///
/// @param fingerprint all bits 0 without features
/// @param features the number of distinct features
public record Sketch(Fingerprint fingerprint, int features) {

  /// Whether there are no features. Such sketches match nothing, not even each other.
  public boolean isEmpty() {
    return features == 0;
  }
}

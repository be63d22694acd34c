package io.neardup.profile;

import io.neardup.simhash.Fingerprint;

/// A fingerprint and how much it was made of.
///
/// @param fingerprint all bits 0 if there is no feature
/// @param features how many distinct features it was made of
public record Sketch(Fingerprint fingerprint, int features) {

  /// Whether there was nothing to make a fingerprint of. Such sketches are like nothing, not even
  /// like each other.
  public boolean isEmpty() {
    return features == 0;
  }
}

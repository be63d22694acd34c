package io.neardup.profile;

import io.neardup.simhash.Fingerprint;

/// A fingerprint and how far it can be trusted.
///
/// @param fingerprint all bits 0 if there is no feature
/// @param features how many distinct features it was made of
public record Sketch(Fingerprint fingerprint, int features) {

  /// With fewer distinct features than this, one changed word moves too many bits.
  public static final int CONFIDENT_FEATURES = 8;

  /// Whether there was nothing to make a fingerprint of. Such sketches are like nothing, not even
  /// like each other.
  public boolean isEmpty() {
    return features == 0;
  }

  /// Whether there were too few features for distances to mean much.
  public boolean lowConfidence() {
    return features < CONFIDENT_FEATURES;
  }
}

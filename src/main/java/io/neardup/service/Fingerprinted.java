package io.neardup.service;

import io.neardup.profile.Profile;
import io.neardup.profile.Sketch;
import io.neardup.simhash.Fingerprint;
import org.jspecify.annotations.Nullable;

/// A fingerprint, who made it, and of how much.
///
/// @param fingerprint all bits 0 if there is no feature
/// @param profile which recipe made it
/// @param features how many distinct features, null if the caller brought the fingerprint
public record Fingerprinted(Fingerprint fingerprint, Profile profile, @Nullable Integer features) {

  static Fingerprinted of(Sketch sketch, Profile profile) {
    return new Fingerprinted(sketch.fingerprint(), profile, sketch.features());
  }

  /// Whether it may be near anything at all: a text without features is like nothing. A ready
  /// fingerprint without a single bit set is what such texts have.
  public boolean isMatchable() {
    return features == null ? !fingerprint.isZero() : features > 0;
  }

  /// Whether distances from it mean little, because it was made of too few features.
  public boolean lowConfidence() {
    return features == null ? fingerprint.isZero() : features < profile.confidentFeatures();
  }
}

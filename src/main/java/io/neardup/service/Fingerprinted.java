package io.neardup.service;

import io.neardup.profile.Content;
import io.neardup.profile.Profile;
import io.neardup.profile.Sketch;
import io.neardup.simhash.Fingerprint;
import org.jspecify.annotations.Nullable;

/// A fingerprint, its profile, and the number of its features.
///
/// @param fingerprint all bits 0 if there are no features
/// @param profile that computed it
/// @param features the number of distinct features, null if the client sent the fingerprint
/// @param vector the features, null if only the fingerprint is known
public record Fingerprinted(
    Fingerprint fingerprint,
    Profile profile,
    @Nullable Integer features,
    @Nullable LazyVector vector) {

  static Fingerprinted of(Content content, Profile profile) {
    Sketch sketch = profile.sketch(content);
    return new Fingerprinted(
        sketch.fingerprint(),
        profile,
        sketch.features(),
        new LazyVector(() -> profile.vector(content)));
  }

  /// Whether it can match anything: a text without features matches nothing. A client's fingerprint
  /// with all bits 0 counts as one of a text without features.
  public boolean isMatchable() {
    return features == null ? !fingerprint.isZero() : features > 0;
  }

  /// Whether distances from it are unreliable, because it has too few features.
  public boolean lowConfidence() {
    return features == null ? fingerprint.isZero() : features < profile.confidentFeatures();
  }
}

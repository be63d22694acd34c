package io.neardup.calibrate;

import io.neardup.profile.Content;
import io.neardup.profile.Content.UnsupportedContentException;
import io.neardup.profile.Profile;
import io.neardup.profile.Sketch;
import io.neardup.simhash.Fingerprint;
import org.jspecify.annotations.Nullable;

/// Computes fingerprints by a profile, and measures the time that this takes on one thread. Not
/// thread-safe.
final class TextSketcher {

  /// The distance of a text without features from any other.
  static final int NEVER = -1;

  private static final int WARM_UP = 100;

  private final Profile profile;
  private long texts;
  private long nanos;

  TextSketcher(Profile profile) {
    this.profile = profile;
  }

  Profile profile() {
    return profile;
  }

  /// The fingerprint; null if the text has no features or the profile does not support it.
  @Nullable Fingerprint fingerprint(String text) {
    long start = System.nanoTime();
    Sketch sketch = null;
    try {
      sketch = profile.sketch(new Content.Text(text));
    } catch (UnsupportedContentException e) {
      // Matches nothing, as a text without features.
    }
    if (++texts > WARM_UP) {
      nanos += System.nanoTime() - start;
    }
    return sketch == null || sketch.isEmpty() ? null : sketch.fingerprint();
  }

  /// The distance of two fingerprints of [#fingerprint], or [#NEVER].
  static int distance(@Nullable Fingerprint a, @Nullable Fingerprint b) {
    return a == null || b == null ? NEVER : a.distance(b);
  }

  /// The distance of two texts, or [#NEVER].
  int distance(String a, String b) {
    return distance(fingerprint(a), fingerprint(b));
  }

  /// Texts a second on one thread; null before the first hundred texts.
  @Nullable Double textsPerSecond() {
    return nanos == 0 ? null : (texts - WARM_UP) * 1e9 / nanos;
  }
}

package io.neardup.measure;

import io.neardup.profile.Content;
import io.neardup.profile.Profile;
import io.neardup.profile.Projection;
import io.neardup.simhash.FeatureVector;
import io.neardup.simhash.Fingerprint;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One of two texts to measure.
///
/// @param projection determines what the distance of the fingerprint estimates
/// @param features the distinct features with their weights
/// @param text null if only features are known, without their order
public record Sample(
    Fingerprint fingerprint, Projection projection, FeatureVector features, @Nullable String text) {

  private static final FeatureVector NO_FEATURES = FeatureVector.of(new long[0], new long[0]);

  /// The sample of a content: its features in `profile`, and its text. O(characters).
  public static Sample of(Content content, Profile profile) {
    return new Sample(
        profile.sketch(content).fingerprint(),
        profile.projection(),
        profile.vector(content),
        text(content));
  }

  /// The sample of a fingerprint of unknown content.
  public static Sample of(Fingerprint fingerprint, Projection projection) {
    return new Sample(fingerprint, projection, NO_FEATURES, null);
  }

  /// Whether it has no features. If only the fingerprint is known, one without a single bit set
  /// counts as having none.
  boolean isEmpty() {
    return features.size() == 0 && (text != null || fingerprint.isZero());
  }

  private static @Nullable String text(Content content) {
    return content instanceof Content.Tokens(List<String> tokens)
        ? String.join(" ", tokens)
        : content.readableText();
  }
}

package io.neardup.measure;

import io.neardup.profile.Content;
import io.neardup.profile.Explanation;
import io.neardup.profile.Profile;
import io.neardup.profile.Projection;
import io.neardup.simhash.Fingerprint;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// One of two texts to be measured.
///
/// @param projection determines what the distance of the fingerprint estimates
/// @param features the weight of each distinct feature, by the feature's hash
/// @param text null for features alone, whose order is not known
public record Sample(
    Fingerprint fingerprint,
    Projection projection,
    Map<String, Double> features,
    @Nullable String text) {

  /// The sample of a content: its features by `profile`, and its text. O(characters), with an
  /// object per feature.
  public static Sample of(Content content, Profile profile) {
    Map<String, Double> features =
        profile.features(content).stream()
            .filter(feature -> feature.weight() > 0)
            .collect(
                Collectors.toMap(
                    Explanation.Feature::hash, Explanation.Feature::weight, Double::sum));
    return new Sample(
        profile.sketch(content).fingerprint(), profile.projection(), features, text(content));
  }

  /// The sample of a fingerprint whose content is not known.
  public static Sample of(Fingerprint fingerprint, Projection projection) {
    return new Sample(fingerprint, projection, Map.of(), null);
  }

  /// Whether it has no features. If only the fingerprint is known, one without a single bit set
  /// counts as having none.
  boolean isEmpty() {
    return features.isEmpty() && (text != null || fingerprint.isZero());
  }

  private static @Nullable String text(Content content) {
    return content instanceof Content.Tokens(List<String> tokens)
        ? String.join(" ", tokens)
        : content.readableText();
  }
}

package io.neardup.service;

import io.neardup.profile.Projection;
import io.neardup.simhash.Fingerprint;
import org.jspecify.annotations.Nullable;

/// The similarity of two texts as all answers report it, from the distance of their fingerprints.
///
/// @param similarity the share of equal bits, 1 - distance / bits
/// @param featureSimilarity the share of common features, exact or estimated from the distance; see
///   [Projection#featureSimilarity]
public record Similarity(double similarity, double featureSimilarity) {

  /// The similarity to a text without features.
  public static final Similarity NONE = new Similarity(0, 0);

  /// The similarity of two texts.
  ///
  /// @param verified the exact similarity of the features, null if it is not known
  public static Similarity at(
      int distance, int bits, Projection projection, @Nullable Double verified) {
    return new Similarity(
        Fingerprint.similarity(distance, bits),
        verified == null ? projection.featureSimilarity(distance, bits) : verified);
  }
}

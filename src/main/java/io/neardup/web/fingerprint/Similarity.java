package io.neardup.web.fingerprint;

import io.neardup.profile.Projection;
import io.neardup.simhash.Fingerprint;

/// How alike two texts are by the distance of their fingerprints, as all answers have it.
///
/// @param similarity the share of equal bits, 1 - distance / bits
/// @param featureSimilarity the share of features in common, as the distance estimates it; see
///   [Projection#featureSimilarity]
public record Similarity(double similarity, double featureSimilarity) {

  public static final String SIMILARITY = "The share of equal bits: 1 - distance / bits.";

  public static final String FEATURE_SIMILARITY =
      "How much of their features (for most profiles words and pairs of words) both have in common, as"
          + " the distance estimates it, 0 to 1: with a sparse profile the share by weight, with a dense"
          + " one the cosine of the weighted features.";

  /// Of texts of which one has no features: it is like nothing, not even like another one.
  static final Similarity NONE = new Similarity(0, 0);

  public static Similarity at(int distance, int bits, Projection projection) {
    return new Similarity(
        Fingerprint.similarity(distance, bits), projection.featureSimilarity(distance, bits));
  }
}

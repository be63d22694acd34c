package io.neardup.measure;

import io.neardup.measure.DocumentFrequencies.Edition;
import io.neardup.profile.Profile;
import io.neardup.profile.Projection;
import org.jspecify.annotations.Nullable;

/// Decides on candidates found by fingerprint, using the exact similarity of their features, see
/// [WeightedJaccard].
///
/// The distance of two fingerprints estimates the similarity, with an error that no hash function
/// avoids. So candidates are collected up to a larger distance than near-duplicates may have, and
/// compared exactly, unless they are so near that the error cannot matter.
///
/// @param minSimilarity the smallest similarity of near-duplicates, 0.0 to 1.0
/// @param clearWithin the distance in bits up to which candidates are near-duplicates without a
///   comparison; -1 for none
/// @param candidatesWithin the distance in bits up to which texts are candidates
/// @param otherwiseWithin the distance in bits up to which candidates are near-duplicates if their
///   features are unknown
/// @param frequencies the document frequencies that scale the weights, null for the profile's
///   weights alone
public record Verification(
    double minSimilarity,
    int clearWithin,
    int candidatesWithin,
    int otherwiseWithin,
    @Nullable Edition frequencies) {

  /* Measured on labelled pairs of 16 kinds of texts (docs/quality/kinds.md): a similarity of 0.54 separates texts best.
  As an estimate, the best limit is 0.578 with 256 bits (distance 54) and 0.555 with 512 bits (distance 114):
  the limit of an estimate must leave room for its error. */
  private static final double BEYOND_ESTIMATE_PER_BIT = 22;
  private static final int MIN_BITS = 256; // fewer bits were not measured
  private static final int BEYOND_PER_256 = 10;

  /* Each bit of two texts differs with probability (1 - similarity) / 2. Distances more than 3.6 standard deviations
  below maxDistance are clear: up to 30 of 256 bits, where a pair at the limit falls once in 100,000 pairs. */
  private static final double CHANCE = 13; // the square of 3.6

  /* With document frequencies, texts from one template differ in their rare features, but announcements of one
  family may still share 0.6. No distance is clear: texts from one template may be near. */
  private static final double OF_DISSIMILARITY_BY_FREQUENCIES = 0.76;

  /// A verification with the profile's weights.
  public Verification(
      double minSimilarity, int clearWithin, int candidatesWithin, int otherwiseWithin) {
    this(minSimilarity, clearWithin, candidatesWithin, otherwiseWithin, null);
  }

  /// Whether a profile's distances estimate the similarity computed here: true for sparse
  /// projections.
  public static boolean isPossible(Profile profile) {
    return profile.projection() == Projection.SPARSE;
  }

  /// The default verification for a distance of near-duplicates.
  ///
  /// @param profile for which it is [possible][#isPossible]
  /// @param maxDistance the distance up to which texts are near-duplicates if only fingerprints are
  ///   compared
  public static Verification of(Profile profile, int maxDistance) {
    int bits = profile.bits();
    double estimate = profile.projection().featureSimilarity(maxDistance, bits);
    double minSimilarity = Math.round((1 - (1 - estimate) * beyondEstimate(bits)) * 100) / 100.0;
    return new Verification(
        Math.max(0, minSimilarity),
        clearWithin(maxDistance, bits),
        Math.min(bits, maxDistance + bits * BEYOND_PER_256 / 256),
        maxDistance);
  }

  /// The ratio of the dissimilarity estimated by a distance to the dissimilarity at the limit.
  private static double beyondEstimate(int bits) {
    return 1 + BEYOND_ESTIMATE_PER_BIT / Math.max(MIN_BITS, bits);
  }

  private static int clearWithin(int maxDistance, int bits) {
    double chance = CHANCE * maxDistance * (bits - maxDistance) / bits;
    return Math.max(-1, maxDistance - 1 - (int) Math.sqrt(chance));
  }

  /// The default verification for a distance, with a collection's weights.
  ///
  /// @param counted the collection's document frequencies, null for the profile's weights
  public static Verification of(
      Profile profile, int maxDistance, @Nullable DocumentFrequencies counted) {
    Verification verification = of(profile, maxDistance);
    return counted == null ? verification : verification.by(counted.edition());
  }

  /// This verification, with weights scaled by inverse document frequencies.
  private Verification by(Edition counted) {
    double other = 1 - (1 - minSimilarity) * OF_DISSIMILARITY_BY_FREQUENCIES;
    return new Verification(
        Math.round(other * 100) / 100.0, -1, candidatesWithin, otherwiseWithin, counted);
  }

  /// This verification with another threshold; the distances move with the similarity that they
  /// estimate. A larger similarity does not make the search distance smaller.
  ///
  /// @param bits of the fingerprints
  public Verification withMinSimilarity(double other, int bits) {
    double moved = (minSimilarity - other) * bits / 2 / beyondEstimate(bits);
    int farther = (int) Math.round(moved);
    int otherwise = Math.clamp(otherwiseWithin + farther, 0, bits);
    return new Verification(
        other,
        frequencies == null ? clearWithin(otherwise, bits) : -1,
        Math.clamp(candidatesWithin + Math.max(0, farther), 0, bits),
        otherwise,
        frequencies);
  }

  /// This verification, for candidates up to a distance and no farther.
  public Verification within(int distance) {
    return new Verification(
        minSimilarity,
        Math.min(clearWithin, distance),
        distance,
        Math.min(otherwiseWithin, distance),
        frequencies);
  }

  /// This verification, for candidates that are not found by distance.
  ///
  /// @param distance in bits beyond which they need not be compared
  public Verification reaching(int distance) {
    return new Verification(minSimilarity, clearWithin, distance, otherwiseWithin, frequencies);
  }

  /// This verification, but comparing all candidates, however near they are.
  public Verification ofAll() {
    return new Verification(minSimilarity, -1, candidatesWithin, otherwiseWithin, frequencies);
  }

  /// Whether the features of a candidate decide.
  public boolean isUnclear(int distance) {
    return distance > clearWithin;
  }

  /// Whether a candidate is a near-duplicate.
  ///
  /// @param similarity of the features, null if unknown or not compared
  public boolean accepts(int distance, @Nullable Double similarity) {
    if (distance > candidatesWithin) {
      return false;
    }
    return similarity == null
        ? distance <= Math.max(clearWithin, otherwiseWithin)
        : similarity >= minSimilarity;
  }
}

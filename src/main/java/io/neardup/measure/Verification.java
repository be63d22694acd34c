package io.neardup.measure;

import io.neardup.measure.DocumentFrequencies.Edition;
import io.neardup.profile.Profile;
import io.neardup.profile.Projection;
import org.jspecify.annotations.Nullable;

/// How candidates found by their fingerprints are decided on by the exact similarity of their
/// features, see [WeightedJaccard].
///
/// The distance of two fingerprints estimates the similarity, with an error that no hash function
/// avoids. So candidates are taken up to a larger distance than that of near-duplicates, and
/// compared exactly, unless they are so near that the error cannot matter.
///
/// @param minSimilarity from which on two texts are near-duplicates, 0.0 to 1.0
/// @param clearWithin the distance in bits up to which candidates are near-duplicates without a
///   comparison; -1 for none
/// @param candidatesWithin the distance in bits up to which texts are candidates
/// @param otherwiseWithin the distance in bits up to which candidates are near-duplicates if their
///   features are not known
/// @param frequencies the document frequencies by which weights are multiplied, null for those of
///   the profile alone
public record Verification(
    double minSimilarity,
    int clearWithin,
    int candidatesWithin,
    int otherwiseWithin,
    @Nullable Edition frequencies) {

  /* Measured on labelled pairs of 16 kinds of texts (docs/decisions.md): texts are best separated at a
  similarity of 0.54, but by 256 bits at a distance of 54, which estimates 0.578, and by 512 bits at 114,
  which estimates 0.555, since the limit of an estimate must leave room for its error. Verification of
  candidates within 40 of 256 bits changes no decision. */
  private static final double BELOW_ESTIMATE = 9.8; // divided by the number of bits
  private static final int BEYOND_PER_256 = 10;
  private static final int CLEAR_PER_256 = 14;

  /* With document frequencies, what texts have in common weighs less than what is rare, in which copies
  differ. No distance is clear: texts from one template may be near. */
  private static final double LESS_BY_FREQUENCIES = 0.13;

  /// A verification by the weights of the profile.
  public Verification(
      double minSimilarity, int clearWithin, int candidatesWithin, int otherwiseWithin) {
    this(minSimilarity, clearWithin, candidatesWithin, otherwiseWithin, null);
  }

  /// Whether the similarity that distances of a profile estimate is computed here: that of profiles
  /// with a sparse projection.
  public static boolean isPossible(Profile profile) {
    return profile.projection() == Projection.SPARSE;
  }

  /// The verification that goes with a distance of near-duplicates.
  ///
  /// @param profile for which it is [possible][#isPossible]
  /// @param maxDistance up to which texts are near-duplicates if only their fingerprints are
  ///   compared
  public static Verification of(Profile profile, int maxDistance) {
    int bits = profile.bits();
    double estimate = profile.projection().featureSimilarity(maxDistance, bits);
    double minSimilarity = Math.round((estimate - BELOW_ESTIMATE / bits) * 100) / 100.0;
    return new Verification(
        Math.max(0, minSimilarity),
        Math.max(-1, maxDistance - bits * CLEAR_PER_256 / 256),
        Math.min(bits, maxDistance + bits * BEYOND_PER_256 / 256),
        maxDistance);
  }

  /// The verification that goes with a distance, by the weights of a collection.
  ///
  /// @param counted its document frequencies, null for the weights of the profile
  public static Verification of(
      Profile profile, int maxDistance, @Nullable DocumentFrequencies counted) {
    Verification verification = of(profile, maxDistance);
    return counted == null ? verification : verification.by(counted.edition());
  }

  /// The verification by weights that are multiplied by inverse document frequencies.
  private Verification by(Edition counted) {
    double less = Math.round((minSimilarity - LESS_BY_FREQUENCIES) * 100) / 100.0;
    return new Verification(Math.max(0, less), -1, candidatesWithin, otherwiseWithin, counted);
  }

  /// The verification with another threshold, which moves the distances as far as the similarity
  /// that they estimate. Candidates are not sought at smaller distances for a larger similarity.
  ///
  /// @param bits of the fingerprints
  public Verification withMinSimilarity(double other, int bits) {
    int farther = (int) Math.round((minSimilarity - other) * bits / 2);
    return new Verification(
        other,
        frequencies == null ? Math.clamp(clearWithin + farther, -1, bits) : -1,
        Math.clamp(candidatesWithin + Math.max(0, farther), 0, bits),
        Math.clamp(otherwiseWithin + farther, -1, bits),
        frequencies);
  }

  /// The verification of candidates up to a distance and no farther.
  public Verification within(int distance) {
    return new Verification(
        minSimilarity,
        Math.min(clearWithin, distance),
        distance,
        Math.min(otherwiseWithin, distance),
        frequencies);
  }

  /// Whether the features of a candidate decide.
  public boolean isUnclear(int distance) {
    return distance > clearWithin;
  }

  /// Whether a candidate is a near-duplicate.
  ///
  /// @param similarity of the features, null if they are not known or not compared
  public boolean accepts(int distance, @Nullable Double similarity) {
    if (distance > candidatesWithin) {
      return false;
    }
    return similarity == null
        ? distance <= Math.max(clearWithin, otherwiseWithin)
        : similarity >= minSimilarity;
  }
}

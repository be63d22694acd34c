package io.neardup.measure;

import io.neardup.profile.Profile;
import org.jspecify.annotations.Nullable;

/// The limit up to which two texts are near-duplicates.
///
/// @param maxDistance in bits; a search's recall applies up to it
/// @param verification of candidates, null if the distance decides
public record NearLimit(int maxDistance, @Nullable Verification verification) {

  /// The limit of a search. Candidates are verified, unless the profile [does not allow
  /// it][Verification#isPossible] or only a distance is requested, without a similarity.
  ///
  /// @param usual the default distance of near-duplicates, in bits
  /// @param requested the distance, null for the default
  /// @param minSimilarity the smallest similarity of near-duplicates, null for the one that goes
  ///   with the default distance
  /// @param verifies whether candidates can be verified
  /// @param frequencies that scale the feature weights, null for the profile's weights
  public static NearLimit of(
      Profile profile,
      int usual,
      @Nullable Integer requested,
      @Nullable Double minSimilarity,
      boolean verifies,
      @Nullable DocumentFrequencies frequencies) {
    int maxDistance = requested == null ? usual : requested;
    if (!verifies
        || !Verification.isPossible(profile)
        || minSimilarity == null && requested != null) {
      return new NearLimit(maxDistance, null);
    }
    Verification own = Verification.of(profile, usual, frequencies);
    Verification moved =
        minSimilarity == null ? own : own.withMinSimilarity(minSimilarity, profile.bits());
    Verification verification = requested == null ? moved : moved.within(requested);
    return new NearLimit(Math.max(maxDistance, verification.otherwiseWithin()), verification);
  }

  /// The distance in bits up to which to search.
  public int reach() {
    return verification == null
        ? maxDistance
        : Math.max(maxDistance, verification.candidatesWithin());
  }

  /// The distance in bits up to which texts are near-duplicates whatever their features are; -1 for
  /// none.
  public int clearWithin() {
    return verification == null ? maxDistance : verification.clearWithin();
  }

  /// Whether the features of two texts decide.
  public boolean isUnclear(int distance) {
    return verification != null && verification.isUnclear(distance);
  }
}

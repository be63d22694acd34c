package io.neardup.service.join;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.profile.Profile;
import io.neardup.service.Similarity;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// A pair of near-duplicates.
@Schema(name = "Pair")
@JsonInclude(JsonInclude.Include.NON_NULL)
public record NearPair(
    String a,
    String b,
    int distance,
    double similarity,
    double featureSimilarity,
    @Nullable Boolean verified,
    @Nullable Integer equalToA,
    @Nullable Integer equalToB) {

  /// A pair.
  ///
  /// @param distance of their fingerprints, in bits
  /// @param verified the similarity of their features, computed exactly; null if it was not
  /// @param equalToA the number of documents with the fingerprint of `a` that it represents,
  ///   including itself; 1 if the others have separate pairs
  /// @param profile that made both fingerprints
  public static NearPair of(
      String a,
      int equalToA,
      String b,
      int equalToB,
      int distance,
      @Nullable Double verified,
      Profile profile) {
    Similarity likeness = Similarity.at(distance, profile.bits(), profile.projection(), verified);
    return new NearPair(
        a,
        b,
        distance,
        likeness.similarity(),
        likeness.featureSimilarity(),
        verified == null ? null : Boolean.TRUE,
        equalToA > 1 ? equalToA : null,
        equalToB > 1 ? equalToB : null);
  }

  /// The pair with the id first that is first in order.
  NearPair ordered() {
    return a.compareTo(b) < 0 ? this : swapped();
  }

  public NearPair swapped() {
    return new NearPair(
        b, a, distance, similarity, featureSimilarity, verified, equalToB, equalToA);
  }
}

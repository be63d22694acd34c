package io.neardup.service.job;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.profile.Profile;
import io.neardup.service.Similarity;
import io.neardup.service.job.CompareQueries.Tagged;
import org.jspecify.annotations.Nullable;

/// A document that a clean-up proposes to disable or remove, or has.
///
/// @param group the number of its group, 1 for the largest; null in comparisons
/// @param tag the entity tag of the revision that was compared
/// @param survivor the document to keep; null if none of its group is kept
/// @param survivorTag its entity tag
/// @param distance from the survivor, or from the centre of its group, in bits
/// @param similarity 1 - distance / bits
/// @param featureSimilarity the share of features in common
/// @param verified true if that was computed from the features; null if the distance estimates it
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Duplicate(
    @Nullable Long group,
    String id,
    String tag,
    @Nullable String survivor,
    @Nullable String survivorTag,
    int distance,
    double similarity,
    double featureSimilarity,
    @Nullable Boolean verified) {

  /// @param exact the similarity of the features, null if the distance decides
  static Duplicate of(
      @Nullable Long group,
      Tagged document,
      Tagged survivor,
      int distance,
      @Nullable Double exact,
      Profile profile) {
    Similarity likeness = Similarity.at(distance, profile.bits(), profile.projection(), exact);
    return new Duplicate(
        group,
        document.id(),
        document.tag(),
        survivor.id(),
        survivor.tag(),
        distance,
        likeness.similarity(),
        likeness.featureSimilarity(),
        exact == null ? null : Boolean.TRUE);
  }
}

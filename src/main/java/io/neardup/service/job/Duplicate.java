package io.neardup.service.job;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.measure.Loss;
import io.neardup.profile.Profile;
import io.neardup.service.Similarity;
import io.neardup.service.job.CompareSide.Near;
import io.neardup.service.job.CompareSide.Tagged;
import io.neardup.service.join.NearGroup.Member;
import org.jspecify.annotations.Nullable;

/// A document that a clean-up proposes to disable or remove, or has.
///
/// @param group the number of its group, 1 for the largest; null in comparisons
/// @param tag the entity tag of the revision that was compared
/// @param survivor the document to keep; null if none of its group is kept
/// @param survivorTag its entity tag
/// @param distance from the survivor, or from the centre of its group, in bits
/// @param kind what it is to the survivor; null in comparisons
/// @param similarity 1 - distance / bits
/// @param featureSimilarity the share of features in common
/// @param verified true if that was computed from the features; null if the distance estimates it
/// @param unique the share of its features that the survivor lacks; null if they are not stored, or
///   none of its group is kept
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Duplicate(
    @Nullable Long group,
    String id,
    String tag,
    @Nullable String survivor,
    @Nullable String survivorTag,
    int distance,
    @Nullable String kind,
    double similarity,
    double featureSimilarity,
    @Nullable Boolean verified,
    @Nullable Double unique) {

  /// The kind of documents that differ from the survivor in what few documents have.
  static final String VARIANT = "variant";

  /// The kind of documents that are nearly whole inside another one, not shorter.
  static final String CONTAINED = "contained";

  /// The kind of all others.
  static final String COPY = "copy";

  /// A member of a group.
  ///
  /// @param survivor null if none is kept
  static Duplicate of(long group, Member member, @Nullable Member survivor) {
    Loss loss = survivor == null ? null : member.loss();
    return new Duplicate(
        group,
        member.id(),
        member.tag(),
        survivor == null ? null : survivor.id(),
        survivor == null ? null : survivor.tag(),
        member.distance(),
        kind(member, loss),
        member.similarity(),
        member.featureSimilarity(),
        member.verified(),
        loss == null ? null : loss.unique());
  }

  private static String kind(Member member, @Nullable Loss loss) {
    if (member.isContained()) {
      return CONTAINED;
    }
    return loss != null && loss.isVariant() ? VARIANT : COPY;
  }

  /// A document that is near one of another collection.
  static Duplicate of(Tagged document, Tagged survivor, Near near, Profile profile) {
    Double exact = near.similarity();
    Similarity likeness =
        Similarity.at(near.distance(), profile.bits(), profile.projection(), exact);
    return new Duplicate(
        null,
        document.id(),
        document.tag(),
        survivor.id(),
        survivor.tag(),
        near.distance(),
        null,
        likeness.similarity(),
        likeness.featureSimilarity(),
        exact == null ? null : Boolean.TRUE,
        near.unique());
  }
}

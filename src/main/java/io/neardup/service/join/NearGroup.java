package io.neardup.service.join;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.profile.Profile;
import io.neardup.service.Similarity;
import io.neardup.store.Document;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Documents that are near-duplicates of each other, with the first of them.
@Schema(name = "Group")
@JsonInclude(JsonInclude.Include.NON_NULL)
public record NearGroup(
    @Schema(description = "The number of the group; 1 for the largest.", example = "1") long group,
    @Schema(description = "The document to keep.", example = "cat-1") String survivor,
    @Schema(description = "Number of documents.", example = "2") int size,
    @Schema(
            description =
                "Number of documents that are no near-duplicates of the survivor, which only chains"
                    + " of by=components connect with it; 0 with by=star.",
            example = "0")
        int beyond,
    @Schema(
            description =
                "The largest distance of two of them; a lower bound if diameterExact is false.",
            example = "2")
        int diameter,
    @Schema(description = "Whether all pairs were compared: up to 1,000 fingerprints.")
        boolean diameterExact,
    @Schema(description = "The pair with the largest distance among those that connect the group.")
        @Nullable NearPair weakest,
    @Schema(
            description =
                "The survivor first, then by distance from it, then by id; at most 1,000. In a "
                    + "stream, the others follow in lines with group and members.")
        List<Member> members,
    @Schema(description = "Whether the group has more members.") boolean truncated) {

  /// A document of a group.
  ///
  /// @param tag the entity tag of its revision
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Member(
      @Schema(description = "The id of the document.", example = "cat-1") String id,
      @JsonIgnore String tag,
      @Schema(description = "Number of bits that differ from the survivor.", example = "2")
          int distance,
      @Schema(description = Similarity.SIMILARITY, example = "0.96875") double similarity,
      @Schema(description = Similarity.FEATURE_SIMILARITY, example = "0.9375")
          double featureSimilarity,
      @Schema(description = Similarity.VERIFIED) @Nullable Boolean verified) {

    /// @param exact the similarity of the features with those of the survivor, null if the distance
    ///   decides
    static Member of(Document document, int distance, @Nullable Double exact, Profile profile) {
      Similarity likeness = Similarity.at(distance, profile.bits(), profile.projection(), exact);
      return new Member(
          document.id(),
          document.tag(),
          distance,
          likeness.similarity(),
          likeness.featureSimilarity(),
          exact == null ? null : Boolean.TRUE);
    }
  }

  /// Further members of a group, at most [CollectionJoin#CHUNK].
  @Schema(name = "MoreMembers")
  public record MoreMembers(
      @Schema(description = "The number of its group.") long group,
      @Schema(description = "Further members, ordered as in the line of the group.")
          List<Member> members,
      @Schema(description = "Whether more follow.") boolean truncated) {}

  /// Receives groups.
  @FunctionalInterface
  public interface GroupReader {

    /// Receives a group.
    ///
    /// @param further all other members, which are read from disk as they are passed; single use
    void group(NearGroup group, Iterator<MoreMembers> further);
  }
}

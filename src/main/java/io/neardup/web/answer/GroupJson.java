package io.neardup.web.answer;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.profile.Profile;
import io.neardup.service.join.NearGroup;
import io.neardup.service.join.NearGroup.MemberPage;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Documents that are near-duplicates of each other.
@Schema(name = "Group")
@JsonInclude(JsonInclude.Include.NON_NULL)
public record GroupJson(
    @Schema(description = "The number of the group; 1 for the largest.", example = "1") long group,
    @Schema(description = "The document to keep.", example = "cat-1") String survivor,
    @Schema(description = "Number of documents.", example = "2") int size,
    @Schema(
            description =
                "Number of documents farther than maxDistance from the survivor, which only chains"
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
        @Nullable PairJson weakest,
    @Schema(
            description =
                "The survivor first, then by distance from it, then by id; at most 1,000. In a "
                    + "stream, the others follow in lines with group and members.")
        List<MemberJson> members,
    @Schema(description = "Whether the group has more members.") boolean truncated) {

  /// A document of a group.
  @Schema(name = "Member")
  public record MemberJson(
      @Schema(description = "The id of the document.", example = "cat-1") String id,
      @Schema(description = "Number of bits that differ from the survivor.", example = "2")
          int distance,
      @Schema(description = Similarity.SIMILARITY, example = "0.96875") double similarity,
      @Schema(description = Similarity.FEATURE_SIMILARITY, example = "0.9375")
          double featureSimilarity) {

    static MemberJson of(NearGroup.Member member, Profile profile) {
      Similarity likeness = Similarity.at(member.distance(), profile.bits(), profile.projection());
      return new MemberJson(
          member.id(), member.distance(), likeness.similarity(), likeness.featureSimilarity());
    }
  }

  /// Further members of a group.
  @Schema(name = "MoreMembers")
  public record More(
      @Schema(description = "The number of its group.") long group,
      @Schema(description = "Further members, ordered as in the line of the group.")
          List<MemberJson> members,
      @Schema(description = "Whether more follow.") boolean truncated) {}

  /// The first line of a group.
  ///
  /// @param profile that made the fingerprints
  public static GroupJson of(long number, NearGroup group, Profile profile) {
    return new GroupJson(
        number,
        group.survivor().id(),
        group.size(),
        group.beyond(),
        group.diameter().distance(),
        group.diameter().isExact(),
        group.weakest() == null ? null : PairJson.of(group.weakest(), profile),
        members(group.first(), profile),
        group.first().more());
  }

  /// A line of further members.
  public static More more(long number, MemberPage page, Profile profile) {
    return new More(number, members(page, profile), page.more());
  }

  private static List<MemberJson> members(MemberPage page, Profile profile) {
    return page.members().stream().map(member -> MemberJson.of(member, profile)).toList();
  }
}

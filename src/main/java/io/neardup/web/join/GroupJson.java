package io.neardup.web.join;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.profile.Projection;
import io.neardup.service.join.NearGroup;
import io.neardup.store.Document;
import io.neardup.web.fingerprint.Similarity;
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

  /// Maximum number of members in one line.
  static final int MAX_MEMBERS = 1_000;

  /// A document of a group.
  @Schema(name = "Member")
  public record MemberJson(
      @Schema(example = "cat-1") String id,
      @Schema(description = "Number of bits that differ from the survivor.", example = "2")
          int distance,
      @Schema(description = Similarity.SIMILARITY, example = "0.96875") double similarity,
      @Schema(description = Similarity.FEATURE_SIMILARITY, example = "0.9375")
          double featureSimilarity) {

    static MemberJson of(NearGroup.Member member, Projection projection) {
      Document document = member.document();
      Similarity likeness =
          Similarity.at(member.distance(), document.fingerprint().bits(), projection);
      return new MemberJson(
          document.id(), member.distance(), likeness.similarity(), likeness.featureSimilarity());
    }
  }

  /// Further members of a group.
  @Schema(name = "MoreMembers")
  public record More(long group, List<MemberJson> members, boolean truncated) {}

  /// @param projection of the profile that made the fingerprints
  static GroupJson of(long number, NearGroup group, Projection projection) {
    return new GroupJson(
        number,
        group.survivor().id(),
        group.members().size(),
        group.diameter().distance(),
        group.diameter().isExact(),
        group.weakest() == null ? null : PairJson.of(group.weakest(), projection),
        members(group, 0, projection),
        group.members().size() > MAX_MEMBERS);
  }

  /// A line of further members, starting at `from`.
  static More more(long number, NearGroup group, int from, Projection projection) {
    return new More(
        number, members(group, from, projection), group.members().size() > from + MAX_MEMBERS);
  }

  private static List<MemberJson> members(NearGroup group, int from, Projection projection) {
    return group
        .members()
        .subList(from, Math.min(group.members().size(), from + MAX_MEMBERS))
        .stream()
        .map(member -> MemberJson.of(member, projection))
        .toList();
  }
}

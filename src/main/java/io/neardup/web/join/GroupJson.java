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
record GroupJson(
    @Schema(description = "1 for the largest, then one more each.", example = "1") long group,
    @Schema(description = "The document to keep.", example = "cat-1") String survivor,
    @Schema(description = "How many documents it has.", example = "2") int size,
    @Schema(
            description =
                "The largest distance between any two of them; if diameterExact is false, there may"
                    + " be a larger one.",
            example = "2")
        int diameter,
    @Schema(description = "Whether all pairs were compared: up to 1,000 fingerprints.")
        boolean diameterExact,
    @Schema(description = "The farthest of the pairs that hold the group together.")
        @Nullable PairJson weakest,
    @Schema(
            description =
                "The survivor first, then the nearest to it, then by id; 1,000 at most. In a stream the"
                    + " rest follow in lines of group and members alone.")
        List<MemberJson> members,
    @Schema(description = "Whether there are more members than these.") boolean truncated) {

  /// How many members one line has at most.
  static final int MAX_MEMBERS = 1_000;

  /// A document of a group.
  @Schema(name = "Member")
  record MemberJson(
      @Schema(example = "cat-1") String id,
      @Schema(description = "How many bits it differs from the survivor.", example = "2")
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

  /// More members of a group.
  @Schema(name = "MoreMembers")
  record More(long group, List<MemberJson> members, boolean truncated) {}

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

  /// The members from one on, as many as a line has.
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

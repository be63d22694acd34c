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
    long group,
    String survivor,
    int size,
    int beyond,
    int diameter,
    boolean diameterExact,
    @Nullable NearPair weakest,
    List<Member> members,
    boolean truncated) {

  /// A document of a group.
  ///
  /// @param tag the entity tag of its revision
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Member(
      String id,
      @JsonIgnore String tag,
      int distance,
      double similarity,
      double featureSimilarity,
      @Nullable Boolean verified) {

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
  public record MoreMembers(long group, List<Member> members, boolean truncated) {}

  /// Receives groups.
  @FunctionalInterface
  public interface GroupReader {

    /// Receives a group.
    ///
    /// @param further all other members, which are read from disk as they are passed; single use
    void group(NearGroup group, Iterator<MoreMembers> further);
  }
}

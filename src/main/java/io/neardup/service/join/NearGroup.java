package io.neardup.service.join;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.measure.Loss;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Documents that are near-duplicates of each other, with the first of them.
@Schema(name = "Group")
@JsonInclude(JsonInclude.Include.NON_NULL)
public record NearGroup(
    long group, String survivor, int size, int beyond, List<Member> members, boolean truncated) {

  /// A document of a group.
  ///
  /// @param tag the entity tag of its revision
  /// @param isNear whether it is near the survivor, or dropped for another reason
  /// @param isContained whether it, or what was kept for it, is inside the survivor
  /// @param loss what is lost if it is dropped for the survivor, null if that is not known
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Member(
      String id,
      @JsonIgnore String tag,
      int distance,
      double similarity,
      double featureSimilarity,
      @Nullable Boolean verified,
      @JsonIgnore boolean isNear,
      @JsonIgnore boolean isContained,
      @JsonIgnore @Nullable Loss loss) {}

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

package io.neardup.service.join;

import io.neardup.pairs.group.Diameter;
import io.neardup.store.Document;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Documents that are near-duplicates of each other, and the one to keep.
///
/// @param survivor the one to keep
/// @param diameter how far apart its documents are
/// @param weakest of the pairs that hold the group together, one of those farthest apart; null if a
///   document of it is gone
/// @param members the survivor first, then the nearest to it, then by id
public record NearGroup(
    Document survivor, Diameter diameter, @Nullable NearPair weakest, List<Member> members) {

  /// A document of a group.
  ///
  /// @param distance from the survivor, in bits
  public record Member(Document document, int distance) {}
}

package io.neardup.service.join;

import io.neardup.pairs.group.Diameter;
import io.neardup.store.Document;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A group of near-duplicates, and the document to keep.
///
/// @param survivor the document to keep
/// @param diameter the largest distance of its documents
/// @param weakest of the pairs that connect the group, one with the largest distance; null if one
///   of its documents was deleted
/// @param members the survivor first, then by distance from it, then by id
public record NearGroup(
    Document survivor, Diameter diameter, @Nullable NearPair weakest, List<Member> members) {

  /// A document of a group.
  ///
  /// @param distance from the survivor, in bits
  public record Member(Document document, int distance) {}
}

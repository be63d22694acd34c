package io.neardup.service.join;

import io.neardup.pairs.group.Diameter;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A group of near-duplicates, and the document to keep. Its members are read while they are passed
/// on, so that a large group takes little memory.
///
/// @param survivor the document to keep
/// @param size the number of its documents
/// @param beyond the number of documents that are farther from the survivor than the limit
/// @param diameter the largest distance of its documents
/// @param weakest of the pairs that connect the group, one with the largest distance; null if one
///   of its documents was deleted
/// @param first the first members
/// @param further all other members; single use
public record NearGroup(
    Member survivor,
    int size,
    int beyond,
    Diameter diameter,
    @Nullable NearPair weakest,
    MemberPage first,
    Iterator<MemberPage> further) {

  /// A copy without further pages.
  public NearGroup firstPage() {
    return new NearGroup(
        survivor, size, beyond, diameter, weakest, first, Collections.emptyIterator());
  }

  /// A document of a group.
  ///
  /// @param tag the entity tag of its revision
  /// @param distance from the survivor, in bits
  public record Member(String id, String tag, int distance) {}

  /// Some members in order: the survivor first, then by distance from it, then by id.
  ///
  /// @param members at most [CollectionJoin#CHUNK]
  /// @param more whether further pages follow
  public record MemberPage(List<Member> members, boolean more) {}
}

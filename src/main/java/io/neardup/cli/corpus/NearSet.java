package io.neardup.cli.corpus;

import java.util.List;

/// A group of near-duplicates.
///
/// @param survivor the number of the record to keep
/// @param kept whether it is kept: otherwise no member is
/// @param members the numbers of all records, ascending
/// @param distances of the members from the survivor
/// @param beyond the number of members that are no near-duplicates of the survivor
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record NearSet(int survivor, boolean kept, int[] members, int[] distances, int beyond) {

  /// The number of members.
  public int size() {
    return members.length;
  }

  /// The number of a record; they are in ascending order.
  ///
  /// @param index below `size()`
  public int member(int index) {
    return members[index];
  }

  /// The distance of a member from the survivor.
  ///
  /// @param index below `size()`
  public int distance(int index) {
    return distances[index];
  }

  /// The number of members of groups that are dropped for a record of the reference.
  public static long droppedFor(List<NearSet> groups, Reference reference) {
    return groups.stream()
        .filter(group -> reference.has(group.survivor()))
        .mapToLong(NearSet::dropped)
        .sum();
  }

  /// The number of members that are dropped.
  public int dropped() {
    return kept ? members.length - 1 : members.length;
  }

  /// The number of members of groups that are dropped.
  public static long dropped(List<NearSet> groups) {
    return groups.stream().mapToLong(NearSet::dropped).sum();
  }

  /// The number of members of groups that are no near-duplicates of their survivor.
  public static long beyond(List<NearSet> groups) {
    return groups.stream().mapToLong(NearSet::beyond).sum();
  }
}

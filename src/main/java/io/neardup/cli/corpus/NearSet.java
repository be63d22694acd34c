package io.neardup.cli.corpus;

import io.neardup.pairs.group.Diameter;
import java.util.Arrays;
import java.util.List;

/// A group of near-duplicates.
public final class NearSet {

  private final int survivor;
  private final int[] members;
  private final int[] distances;
  private final Diameter diameter;

  /// @param members the numbers of all records, ascending
  /// @param distances of the members from the survivor
  NearSet(int survivor, int[] members, int[] distances, Diameter diameter) {
    this.survivor = survivor;
    this.members = members;
    this.distances = distances;
    this.diameter = diameter;
  }

  /// The number of members.
  public int size() {
    return members.length;
  }

  /// The number of the record to keep.
  public int survivor() {
    return survivor;
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

  /// The number of members of groups that are beyond a distance from their survivor.
  public static long beyond(List<NearSet> groups, int distance) {
    return groups.stream()
        .flatMapToInt(group -> Arrays.stream(group.distances))
        .filter(apart -> apart > distance)
        .count();
  }

  /// The largest distance of two members.
  public Diameter diameter() {
    return diameter;
  }
}

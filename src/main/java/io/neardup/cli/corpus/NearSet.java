package io.neardup.cli.corpus;

import io.neardup.pairs.group.Diameter;

/// A group of near-duplicates.
///
/// @param survivor the number of the record to keep
/// @param members the numbers of all records, ascending
/// @param distances of the members from the survivor
/// @param diameter the largest distance of two of them
public record NearSet(int survivor, int[] members, int[] distances, Diameter diameter) {

  /// The number of members.
  public int size() {
    return members.length;
  }
}

package io.neardup.pairs.group;

import java.util.List;

/// FingerprintRows that belong together: several, or one that several documents have.
///
/// @param centre the row that all others are near, or -1 if there need be none
/// @param rows in ascending order
/// @param weakest the farthest of the pairs that hold the group together; the first of them if
///   there are several; a row with itself if there is only one
public record Group(int centre, List<Integer> rows, Link weakest) {

  /// Two rows and their distance.
  public record Link(int a, int b, int distance) {}
}

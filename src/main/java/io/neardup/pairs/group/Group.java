package io.neardup.pairs.group;

import java.util.List;

/// A group of rows; a single row if several documents have its fingerprint.
///
/// @param centre the row within whose distance all others are, or -1 for groups without a centre
/// @param rows in ascending order
/// @param weakest the pair with the largest distance of those that connect the group, the first of
///   several; a row with itself if there is only one
public record Group(int centre, List<Integer> rows, Link weakest) {

  /// Two rows and their distance.
  public record Link(int a, int b, int distance) {}
}

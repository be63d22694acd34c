package io.neardup.calibrate;

import java.util.Collection;

/// The matches of some lookups by distance. A truncated lookup lists only its nearest matches.
public final class MatchCounts {

  private final long[] matches;
  private int lookups;
  private int completeTo;

  /// Counts of no lookup.
  ///
  /// @param maxDistance of the lookups
  public MatchCounts(int maxDistance) {
    matches = new long[maxDistance + 1];
    completeTo = maxDistance;
  }

  /// Adds a lookup.
  ///
  /// @param distances of the listed matches
  /// @param isTruncated whether it has more matches, none of them nearer
  public void add(Collection<Integer> distances, boolean isTruncated) {
    lookups++;
    int farthest = 0;
    for (int distance : distances) {
      matches[distance]++;
      farthest = Math.max(farthest, distance);
    }
    if (isTruncated) {
      completeTo = Math.min(completeTo, farthest - 1);
    }
  }

  /// The number of listed matches of a lookup in a range of distances, on average.
  public double average(int from, int to) {
    long listed = 0;
    for (int distance = from; distance <= Math.min(to, matches.length - 1); distance++) {
      listed += matches[distance];
    }
    return (double) listed / Math.max(1, lookups);
  }

  /// The distance up to which all matches are listed, -1 if there is none.
  public int completeTo() {
    return completeTo;
  }
}

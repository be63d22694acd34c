package io.neardup.index;

import java.util.function.IntFunction;

/// Finds the nearest documents by looking farther and farther.
///
/// The answer is always that of one lookup: as soon as it says that there are more documents within
/// its distance than wanted, the wanted ones are the nearest of all.
public final class NearestSearch {

  private static final int STEP = 4;

  private NearestSearch() {}

  /// What `search` finds at the width of the fingerprints, found at a smaller distance if that is
  /// enough. Looks first where looking is cheap, then where as many as wanted would lie if the
  /// fingerprints were spread evenly, then farther.
  ///
  /// @param search finds every document up to a distance
  /// @param cheap distances up to which it does so at less than a scan, in order, at least one
  /// @param bits the width of the fingerprints
  /// @param fingerprints how many there are
  public static SearchResult growing(
      IntFunction<SearchResult> search, int[] cheap, int bits, long fingerprints, int limit) {
    SearchResult result = search.apply(Math.min(cheap[0], bits));
    for (int i = 1; i < cheap.length && !result.truncated(); i++) {
      result = search.apply(Math.min(cheap[i], bits));
    }
    int known = result.plan().maxDistance();
    for (int distance = Math.max(known + 1, likely(bits, fingerprints, limit));
        !result.truncated() && result.plan().maxDistance() < bits;
        distance += STEP) {
      result = search.apply(Math.min(distance, bits));
    }
    return result;
  }

  /// The smallest distance within which more than `limit` of the fingerprints lie if they are
  /// spread evenly.
  private static int likely(int bits, long fingerprints, int limit) {
    double share = 0;
    double atDistance = Math.pow(2, -bits);
    for (int distance = 0; distance < bits; distance++) {
      share += atDistance;
      if (share * (double) fingerprints > limit) {
        return distance;
      }
      atDistance *= (double) (bits - distance) / (distance + 1);
    }
    return bits;
  }
}

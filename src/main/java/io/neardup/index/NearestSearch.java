package io.neardup.index;

import java.util.function.IntFunction;

/// Finds the nearest documents by lookups with increasing distance.
///
/// The result always comes from a single lookup: as soon as one finds more documents than
/// requested, the requested ones are the nearest of all.
public final class NearestSearch {

  private static final int STEP = 4;

  private NearestSearch() {}

  /// The result of `search` at the width of the fingerprints, found at a smaller distance if that
  /// suffices. Tries the cheap distances first, then the one at which enough fingerprints are
  /// expected if they are uniformly distributed, then larger ones.
  ///
  /// @param search finds every document up to a distance
  /// @param cheap distances, in ascending order and at least one, up to which a search costs less
  ///   than a scan
  /// @param bits the width of the fingerprints
  /// @param fingerprints their number
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

  /// The smallest distance expected to contain more than `limit` fingerprints if they are uniformly
  /// distributed.
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

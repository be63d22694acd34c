package io.neardup.index;

import java.util.Arrays;

/// The distinct fingerprints that one lookup found within its distance, and how many it looked at.
/// Not for concurrent use.
final class Hits {

  /// Fingerprints looked at together: enough for the compiler to use vector instructions.
  private static final int RUN = 64;

  private final long query;
  private final int maxDistance;
  private long[] fingerprints = new long[8];
  private int size;
  private long candidates;

  Hits(long query, int maxDistance) {
    this.query = query;
    this.maxDistance = maxDistance;
  }

  long query() {
    return query;
  }

  int maxDistance() {
    return maxDistance;
  }

  int size() {
    return size;
  }

  /// The places of the fingerprints found, nearest first.
  int[] nearestFirst() {
    long[] keyed = new long[size];
    for (int i = 0; i < size; i++) {
      keyed[i] = (long) distance(i) << 32 | i;
    }
    Arrays.sort(keyed);
    return Arrays.stream(keyed).mapToInt(key -> (int) key).toArray();
  }

  long fingerprint(int index) {
    return fingerprints[index];
  }

  int distance(int index) {
    return distanceTo(fingerprints[index]);
  }

  int distanceTo(long fingerprint) {
    return Long.bitCount(fingerprint ^ query);
  }

  long candidates() {
    return candidates;
  }

  /// Counts fingerprints that are looked at.
  void countCandidates(int count) {
    candidates += count;
  }

  void add(long fingerprint) {
    if (size == fingerprints.length) {
      fingerprints = Arrays.copyOf(fingerprints, size * 2);
    }
    fingerprints[size++] = fingerprint;
  }

  /// Looks at `source[from, to)` and hands those within the distance to `filter`. The common case,
  /// that no one is near, is decided for a whole run without a branch.
  void scan(long[] source, int from, int to, Filter filter) {
    int at = from;
    for (; at + RUN <= to; at += RUN) {
      int nearest = Long.SIZE;
      for (int i = at; i < at + RUN; i++) {
        nearest = Math.min(nearest, Long.bitCount(source[i] ^ query));
      }
      if (nearest <= maxDistance) {
        scanEach(source, at, at + RUN, filter);
      }
    }
    scanEach(source, at, to, filter);
  }

  private void scanEach(long[] source, int from, int to, Filter filter) {
    for (int i = from; i < to; i++) {
      long fingerprint = source[i];
      if (distanceTo(fingerprint) <= maxDistance && filter.accepts(fingerprint, i)) {
        add(fingerprint);
      }
    }
  }

  /// Decides on a fingerprint that is within the distance.
  @FunctionalInterface
  interface Filter {

    /// Whether it counts.
    ///
    /// @param index where in the scanned array it stands
    boolean accepts(long fingerprint, int index);
  }
}

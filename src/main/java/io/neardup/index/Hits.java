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
  private long agreed; // the bits of all keys that led to where the lookup is
  private long[] earlier = new long[8]; // the keys of the probes before, likewise
  private int seen;

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

  /// Begins a probe into a table with that key.
  ///
  /// @return what to give back to [#leave]
  long enter(long key) {
    long outer = agreed;
    agreed |= key;
    return outer;
  }

  /// Ends the probe. From here on, what shares that key has been seen.
  void leave(long key, long outer) {
    agreed = outer;
    if (seen == earlier.length) {
      earlier = Arrays.copyOf(earlier, seen * 2);
    }
    earlier[seen++] = key;
  }

  /// How many probes have ended, for [#forget].
  int earlier() {
    return seen;
  }

  /// Takes back what [#leave] noted since then.
  void forget(int before) {
    seen = before;
  }

  /// Looks at `source[from, to)`. The common case, that no one is near, is decided for a whole run
  /// without a branch.
  void scan(long[] source, int from, int to) {
    int at = from;
    for (; at + RUN <= to; at += RUN) {
      if (nearest(source, at) <= maxDistance) {
        scanEach(source, at, at + RUN);
      }
    }
    if (at < to) {
      if (to - from >= RUN && nearest(source, to - RUN) > maxDistance) {
        return;
      }
      scanEach(source, at, to);
    }
  }

  /// The distance of the nearest of a run.
  private int nearest(long[] source, int from) {
    long to = query;
    int nearest = Long.SIZE;
    for (int i = from; i < from + RUN; i++) {
      nearest = Math.min(nearest, Long.bitCount(source[i] ^ to));
    }
    return nearest;
  }

  private void scanEach(long[] source, int from, int to) {
    for (int i = from; i < to; i++) {
      long fingerprint = source[i];
      if (distanceTo(fingerprint) <= maxDistance && isFirstSeen(fingerprint)) {
        add(fingerprint);
      }
    }
  }

  /// Whether a match is found by this probe and was by none before: it shares the keys that led
  /// here, and the key of no earlier probe.
  private boolean isFirstSeen(long fingerprint) {
    long difference = fingerprint ^ query;
    if ((difference & agreed) != 0) {
      return false;
    }
    for (int i = 0; i < seen; i++) {
      if ((difference & earlier[i]) == 0) {
        return false;
      }
    }
    return true;
  }
}

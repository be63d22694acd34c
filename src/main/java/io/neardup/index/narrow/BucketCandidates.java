package io.neardup.index.narrow;

import io.neardup.index.PollingInterval;
import java.util.Arrays;

/// The distinct fingerprints that one lookup found within its distance, and the number compared.
/// Not thread-safe.
final class BucketCandidates {

  /// Fingerprints compared in one run: most buckets are one run, and a run that contains a match is
  /// short enough to be compared again.
  private static final int RUN = 256;

  /// Fingerprints from short buckets gathered before they are compared, 16 kB.
  private static final int TOGETHER = 2048;

  private final long query;
  private final int maxDistance;
  private final PollingInterval interval;
  private long[] fingerprints = new long[8];
  private int size;
  private long candidates;
  private long agreed; // the bits of all keys of the current probes
  private int radius; // maximum of those bits that may differ from the query
  private long[] earlier = new long[8]; // the keys of earlier probes, with their radius
  private int[] radii = new int[8];
  private int seen;
  private long[] together = {}; // allocated on first use
  private int gathered;

  /// @param interval polls the lookup's stop signal
  BucketCandidates(long query, int maxDistance, PollingInterval interval) {
    this.query = query;
    this.maxDistance = maxDistance;
    this.interval = interval;
  }

  long query() {
    return query;
  }

  int maxDistance() {
    return maxDistance;
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

  /// Counts fingerprints as compared.
  void countCandidates(long count) {
    candidates += count;
    interval.step(count);
  }

  void add(long fingerprint) {
    if (size == fingerprints.length) {
      fingerprints = Arrays.copyOf(fingerprints, size * 2);
    }
    fingerprints[size++] = fingerprint;
  }

  /// Begins a probe into a table with that key, possibly nested in another probe.
  ///
  /// @return the argument for [#leave]
  long enter(long key) {
    return enter(key, 0);
  }

  /// Begins the probes into a table under every key within some bits of the query's. With a radius
  /// above 0, probes must not be nested within these.
  ///
  /// @return the argument for [#leave]
  long enter(long key, int within) {
    long outer = agreed;
    agreed |= key;
    radius = within;
    return outer;
  }

  /// Ends the probes. From here on, their fingerprints count as seen.
  void leave(long key, long outer) {
    agreed = outer;
    if (seen == earlier.length) {
      earlier = Arrays.copyOf(earlier, seen * 2);
      radii = Arrays.copyOf(radii, seen * 2);
    }
    earlier[seen] = key;
    radii[seen++] = radius;
    radius = 0;
  }

  /// The number of ended probes, for [#resetEarlier].
  int earlier() {
    return seen;
  }

  /// Undoes all [#leave] calls since `before`.
  void resetEarlier(int before) {
    seen = before;
  }

  /// Compares `source[from, to)`. The common case of no match is decided without a branch per
  /// fingerprint, in a loop that the compiler vectorises.
  void scan(long[] source, int from, int to) {
    for (int at = from; at < to; at += RUN) {
      int end = Math.min(at + RUN, to);
      if (nearest(source, at, end) <= maxDistance) {
        scanEach(source, at, end);
      }
    }
  }

  /// Gathers `source[from, to)`: short runs are appended to a buffer, and compared by
  /// [#scanGathered] at the latest. Copying a bucket of 30 and comparing it among a thousand takes
  /// less time than comparing it alone, because a vector loop has a fixed cost at its beginning and
  /// end, and a cache miss at each.
  void gather(long[] source, int from, int to) {
    int length = to - from;
    if (length > RUN) {
      scan(source, from, to);
      return;
    }
    if (gathered + length > together.length) {
      scanGathered();
    }
    System.arraycopy(source, from, together, gathered, length);
    gathered += length;
  }

  /// Compares the gathered fingerprints. Call before the probes end.
  void scanGathered() {
    if (nearest(together, 0, gathered) <= maxDistance) {
      scan(together, 0, gathered);
    }
    gathered = 0;
    if (together.length == 0) {
      together = new long[TOGETHER];
    }
  }

  /// The smallest distance in a run.
  private int nearest(long[] source, int from, int to) {
    long asked = query;
    int nearest = Long.SIZE;
    for (int i = from; i < to; i++) {
      nearest = Math.min(nearest, Long.bitCount(source[i] ^ asked));
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

  /// Whether this probe is the first to find a match: the match shares the keys of the current
  /// probes, and of no earlier one. For probes with a radius, it shares a key if it differs in at
  /// most that many key bits; so the result does not depend on how many key bits select buckets.
  private boolean isFirstSeen(long fingerprint) {
    long difference = fingerprint ^ query;
    if (Long.bitCount(difference & agreed) > radius) {
      return false;
    }
    for (int i = 0; i < seen; i++) {
      if (Long.bitCount(difference & earlier[i]) <= radii[i]) {
        return false;
      }
    }
    return true;
  }
}

package io.neardup.index.narrow;

import io.neardup.index.PollingInterval;
import java.util.Arrays;

/// The distinct fingerprints that one lookup found within its distance, and how many it looked at.
/// Not for concurrent use.
final class BucketCandidates {

  /// Fingerprints looked at together: most buckets are one run, and where one is near few are
  /// looked at again.
  private static final int RUN = 256;

  /// How many fingerprints of short buckets are gathered, 16 kB, before they are looked at.
  private static final int TOGETHER = 2048;

  private final long query;
  private final int maxDistance;
  private final PollingInterval pace;
  private long[] fingerprints = new long[8];
  private int size;
  private long candidates;
  private long agreed; // the bits of all keys that led to where the lookup is
  private int radius; // in how many of those a fingerprint may differ from the query
  private long[] earlier = new long[8]; // the keys of the probes before, likewise
  private int[] radii = new int[8];
  private int seen;
  private long[] together = {}; // made when the first ones are gathered
  private int gathered;

  /// @param pace of the lookup
  BucketCandidates(long query, int maxDistance, PollingInterval pace) {
    this.query = query;
    this.maxDistance = maxDistance;
    this.pace = pace;
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
  void countCandidates(long count) {
    candidates += count;
    pace.step(count);
  }

  void add(long fingerprint) {
    if (size == fingerprints.length) {
      fingerprints = Arrays.copyOf(fingerprints, size * 2);
    }
    fingerprints[size++] = fingerprint;
  }

  /// Begins a probe into a table with that key, perhaps within another probe.
  ///
  /// @return what to give back to [#leave]
  long enter(long key) {
    return enter(key, 0);
  }

  /// Begins the probes into a table under every key within so many bits of the query's. If they are
  /// more than 0, there are no probes within these.
  ///
  /// @return what to give back to [#leave]
  long enter(long key, int within) {
    long outer = agreed;
    agreed |= key;
    radius = within;
    return outer;
  }

  /// Ends the probes. From here on, what they lead to has been seen.
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

  /// How many probes have ended, for [#forget].
  int earlier() {
    return seen;
  }

  /// Takes back what [#leave] noted since then.
  void forget(int before) {
    seen = before;
  }

  /// Looks at `source[from, to)`. The common case, that no one is near, is decided without a branch
  /// a fingerprint, in a loop that the compiler makes vector instructions of.
  void scan(long[] source, int from, int to) {
    for (int at = from; at < to; at += RUN) {
      int end = Math.min(at + RUN, to);
      if (nearest(source, at, end) <= maxDistance) {
        scanEach(source, at, end);
      }
    }
  }

  /// Looks at `source[from, to)` by and by: what is short is copied next to what was gathered
  /// before, and looked at by [#scanGathered] at the latest. Copying a bucket of 30 and looking at
  /// it among a thousand takes less time than looking at it alone, because a vector loop pays for
  /// its beginning and its end, and waits for memory at each.
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

  /// Looks at what was gathered. To be called before the probes end.
  void scanGathered() {
    if (nearest(together, 0, gathered) <= maxDistance) {
      scan(together, 0, gathered);
    }
    gathered = 0;
    if (together.length == 0) {
      together = new long[TOGETHER];
    }
  }

  /// The distance of the nearest of a run.
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

  /// Whether a match is found by this probe and was by none before: it shares the keys that led
  /// here, and the key of no earlier probe. Of probes with a radius, sharing a key is to differ in
  /// no more of its bits; so what is found does not depend on how many bits of a key tell buckets
  /// apart.
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

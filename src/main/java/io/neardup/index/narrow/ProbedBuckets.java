package io.neardup.index.narrow;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;

/// The buckets that the probes into one table select, collected before any is scanned: their
/// beginnings are prefetched all at once, and the number of fingerprints is known in time to choose
/// a full scan instead. Not thread-safe.
final class ProbedBuckets {

  private final long key;
  private final int radius;
  private long[][] buckets = new long[64][];
  private int size;
  private long inBuckets;
  private final Set<SplitBucket> splits =
      new LinkedHashSet<>(); // several probes may select the same one

  /// @param key the bits of the table's key
  /// @param radius the maximum number of key bits in which a bucket may differ from the query
  ProbedBuckets(long key, int radius) {
    this.key = key;
    this.radius = radius;
  }

  /// Adds a bucket or split bucket.
  void add(Object entry) {
    if (entry instanceof SplitBucket split) {
      splits.add(split);
      return;
    }
    long[] bucket = (long[]) entry;
    if (size == buckets.length) {
      buckets = Arrays.copyOf(buckets, size * 2);
    }
    buckets[size++] = bucket;
    inBuckets += Bucket.count(bucket);
  }

  /// The number of fingerprints in them.
  long candidates() {
    return inBuckets + splits.stream().mapToLong(SplitBucket::size).sum();
  }

  /// Compares all of them. A split bucket is scanned entirely: its tables find everything only up
  /// to the distance of the index.
  void scan(BucketCandidates candidates) {
    candidates.countCandidates(inBuckets);
    long outer = candidates.enter(key, radius);
    for (int i = 0; i < size; i++) {
      Bucket.gather(buckets[i], candidates);
    }
    for (SplitBucket split : splits) {
      split.gatherAll(candidates);
    }
    candidates.scanGathered();
    candidates.leave(key, outer);
  }
}

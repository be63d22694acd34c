package io.neardup.index.narrow;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;

/// The buckets that the probes into one table lead to, found before any is looked at: their
/// beginnings are fetched all at once, and how many fingerprints they hold is known in time to do
/// something else. Not for concurrent use.
final class ProbedBuckets {

  private final long key;
  private final int radius;
  private long[][] buckets = new long[64][];
  private int size;
  private long inBuckets;
  private final Set<SplitBucket> splits = new LinkedHashSet<>(); // several probes may lead to one

  /// @param key the bits of the table's key
  /// @param radius in how many of them a bucket's key may differ from the query's
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

  /// How many fingerprints there are to look at.
  long candidates() {
    return inBuckets + splits.stream().mapToLong(SplitBucket::size).sum();
  }

  /// Looks at all of them. A split bucket is looked at whole: its own tables lead to everything
  /// only up to the distance that the index is made for.
  void scan(BucketCandidates hits) {
    hits.countCandidates(inBuckets);
    long outer = hits.enter(key, radius);
    for (int i = 0; i < size; i++) {
      Bucket.gather(buckets[i], hits);
    }
    for (SplitBucket split : splits) {
      split.gatherAll(hits);
    }
    hits.scanGathered();
    hits.leave(key, outer);
  }
}

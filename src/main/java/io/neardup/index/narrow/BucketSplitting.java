package io.neardup.index.narrow;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Decides when a bucket is too long to scan, and how to split it.
///
/// @param exactTo the largest distance k of the tables
/// @param bound the bucket length from which on it is split
/// @param levels how many times the parts may be split again
record BucketSplitting(int exactTo, int bound, int levels) {

  /* Why a split bucket loses no match

  Let g_0 ... g_k be disjoint sets of bits. Two fingerprints within distance k differ in at most k bits, so at
  most k of the sets contain a differing bit, and the two agree on all bits of at least one set. So with one
  table keyed by each set, some table contains the one fingerprint under a key of the other: the pigeonhole
  argument of the whole index, once more. It holds whatever else they share, for distances d below k with only d
  + 1 of the sets, and again inside each of those tables.

  The sets can therefore be chosen for each bucket: the bits that divide it most evenly, distributed in
  turn to the k + 1 sets. For uniform fingerprints that share a key of 16 bits these are the other 48, in 4
  sets of 12: the 16 tables of [1] (§3.1.2), for this bucket alone.

  The cost is k + 1 entries instead of one. A bucket is split only if a lookup then compares at most an
  eighth of the fingerprints, and `levels` times at most; otherwise it is scanned. Only fingerprints in
  skewed buckets have this cost.

  Source: [1] Manku, Jain, Das Sarma, WWW 2007, §3. */

  private static final int SAMPLE = 512;
  private static final int MAX_KEY_BITS = 16;
  private static final double WORTH_IT = 1.0 / 8;

  /// A bucket of more than 1,024 fingerprints is split, at most twice.
  static BucketSplitting of(int exactTo) {
    return new BucketSplitting(exactTo, 1024, 2);
  }

  /// An empty split bucket for the contents of `bucket`, or null if it is short or splitting does
  /// not help.
  @Nullable SplitBucket split(long[] bucket, boolean owned) {
    if (levels == 0 || Bucket.count(bucket) < bound) {
      return null;
    }
    long[] sample = sample(bucket);
    List<Long> keys = keys(sample);
    return candidates(sample, keys) <= WORTH_IT
        ? new SplitBucket(keys, owned, new BucketSplitting(exactTo, bound, levels - 1))
        : null;
  }

  /// Whether few enough fingerprints remain for a plain bucket.
  boolean isOver(int size) {
    return size < bound / 4;
  }

  private static long[] sample(long[] bucket) {
    int count = Bucket.count(bucket);
    return IntStream.range(0, Math.min(count, SAMPLE))
        .mapToLong(i -> Bucket.fingerprint(bucket, (int) ((long) i * count / SAMPLE)))
        .toArray();
  }

  /// The bit sets: the bits that divide the sample most evenly, dealt out in turn.
  private List<Long> keys(long[] sample) {
    int[] ones = new int[Long.SIZE];
    for (long fingerprint : sample) {
      for (int bit = 0; bit < Long.SIZE; bit++) {
        ones[bit] += (int) (fingerprint >>> bit & 1);
      }
    }
    int[] dividing =
        IntStream.range(0, Long.SIZE)
            .filter(bit -> ones[bit] > 0 && ones[bit] < sample.length)
            .boxed()
            .sorted(Comparator.comparingInt(bit -> Math.abs(2 * ones[bit] - sample.length)))
            .mapToInt(Integer::intValue)
            .limit((long) MAX_KEY_BITS * (exactTo + 1))
            .toArray();
    long[] keys = new long[exactTo + 1];
    for (int i = 0; i < dividing.length; i++) {
      keys[i % keys.length] |= 1L << dividing[i];
    }
    List<Long> all = new ArrayList<>();
    for (long key : keys) {
      all.add(key);
    }
    return all;
  }

  /// The mean share of the sample with the same key as one of its fingerprints, summed over the
  /// keys.
  private static double candidates(long[] sample, List<Long> keys) {
    double shared = 0;
    for (long key : keys) {
      long[] values = Arrays.stream(sample).map(f -> f & key).sorted().toArray();
      int run = 0;
      for (int i = 1; i < values.length; i++) {
        run = values[i] == values[i - 1] ? run + 1 : 0;
        shared += 2.0 * run;
      }
    }
    return shared / sample.length / (sample.length - 1);
  }
}

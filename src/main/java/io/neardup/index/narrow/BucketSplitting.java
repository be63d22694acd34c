package io.neardup.index.narrow;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// When a bucket is too long to be looked at whole, and how it is split.
///
/// @param exactTo the largest distance k that the tables are made for
/// @param bound the length from which on a bucket is split
/// @param levels how often what was split may be split again
record BucketSplitting(int exactTo, int bound, int levels) {

  /* Why a split bucket loses no match

  Let g_0 ... g_k be sets of bits, no two of which overlap. Two fingerprints within distance k differ
  in at most k bits, so at most k of the sets hold a differing bit, and the two agree on all bits of
  at least one set. So for any such sets, one table keyed by each leads from the one fingerprint to
  the other: the pigeonhole of the whole index, once more. That holds whether or not they share
  anything else, for distances below k with fewer of the sets (d + 1), and again inside each of
  those tables.

  So the sets are free to choose, and are chosen for the bucket at hand: the bits that divide it
  most evenly, dealt out to the k + 1 sets in turn. For uniform fingerprints that share a key of 16
  bits these are the other 48, in 4 sets of 12: what [1] calls 16 tables (§3.1.2), for this bucket
  alone.

  What it costs: k + 1 entries instead of one. So it is done only if a lookup would look at an
  eighth of the fingerprints at most, and `levels` times at most; the rest is looked at whole.
  What it costs is borne by the crowded fingerprints alone.

  Source: [1] Manku, Jain, Das Sarma, WWW 2007, §3. */

  private static final int SAMPLE = 512;
  private static final int MAX_KEY_BITS = 16;
  private static final double WORTH_IT = 1.0 / 8;

  /// A bucket of more than 1,024 fingerprints is split, at most twice.
  static BucketSplitting of(int exactTo) {
    return new BucketSplitting(exactTo, 1024, 2);
  }

  /// An empty split bucket for what is in `bucket`, or null if it is short or splitting does not
  /// help.
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

  /// Whether what was split is few enough again to be one bucket.
  boolean isOver(int size) {
    return size < bound / 4;
  }

  private static long[] sample(long[] bucket) {
    int count = Bucket.count(bucket);
    return IntStream.range(0, Math.min(count, SAMPLE))
        .mapToLong(i -> Bucket.fingerprint(bucket, (int) ((long) i * count / SAMPLE)))
        .toArray();
  }

  /// The sets of bits: those that divide the sample most evenly, dealt out in turn.
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

  /// The part of the sample that shares a key with a fingerprint of it, summed over the keys.
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

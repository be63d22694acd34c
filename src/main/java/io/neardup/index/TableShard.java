package io.neardup.index;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/// The part of a table whose keys begin with the same bits: a directory of buckets, each the
/// fingerprints whose keys agree on some more bits.
///
/// Readers take no lock. Writers exclude each other. The directory doubles when buckets grow long
/// and halves when they empty, a shard at a time, so that no write waits for more than its own
/// shard.
final class TableShard {

  /* A bucket is one array: its count at index 0, then the fingerprints.

  Appending writes the fingerprint, then the count with release order; a reader gets the count with
  acquire order, so it sees every fingerprint it counts. Whatever else changes a bucket (growing,
  removing) writes a new array and then swaps it in; readers keep the one they hold. */

  private static final VarHandle BUCKETS = MethodHandles.arrayElementVarHandle(long[][].class);
  private static final VarHandle COUNT = MethodHandles.arrayElementVarHandle(long[].class);
  private static final long[] EMPTY = new long[1];

  private static final int LONG_BUCKET = 24;
  private static final int SHORT_BUCKET = 4;
  private static final int MAX_DEPTH = 24;

  private final int keyBits;
  private volatile long[][] directory = {EMPTY};
  private int size; // guarded by this

  /// @param keyBits how many bits of the key are left to tell buckets apart
  TableShard(int keyBits) {
    this.keyBits = keyBits;
  }

  /// Looks at the bucket of `key`.
  ///
  /// @param key below 2^keyBits
  void scan(long key, Hits hits, Hits.Filter filter) {
    long[][] current = directory;
    long[] bucket = (long[]) BUCKETS.getAcquire(current, place(key, current));
    int count = (int) (long) COUNT.getAcquire(bucket, 0);
    hits.countCandidates(count);
    hits.scan(bucket, 1, count + 1, filter);
  }

  /// Adds a fingerprint that is not there yet. O(1) amortised.
  synchronized void add(long key, long fingerprint, KeyOf keyOf) {
    append(directory, place(key, directory), fingerprint);
    size++;
    int buckets = directory.length;
    if (size > buckets * LONG_BUCKET && depth(directory) < Math.min(keyBits, MAX_DEPTH)) {
      rebuild(buckets * 2, keyOf);
    }
  }

  /// Removes a fingerprint that is there. O(bucket).
  synchronized void remove(long key, long fingerprint, KeyOf keyOf) {
    int place = place(key, directory);
    long[] bucket = directory[place];
    int count = (int) bucket[0];
    int at = 1;
    while (bucket[at] != fingerprint) {
      at++;
    }
    long[] rest = count == 1 ? EMPTY : new long[count];
    if (count > 1) {
      rest[0] = count - 1L;
      System.arraycopy(bucket, 1, rest, 1, at - 1);
      System.arraycopy(bucket, at + 1, rest, at, count - at);
    }
    BUCKETS.setRelease(directory, place, rest);
    size--;
    int buckets = directory.length;
    if (buckets > 1 && size < buckets * SHORT_BUCKET) {
      rebuild(buckets / 2, keyOf);
    }
  }

  /// The length of the longest bucket.
  synchronized int largestBucket() {
    return Arrays.stream(directory).mapToInt(bucket -> (int) bucket[0]).max().orElse(0);
  }

  private void rebuild(int buckets, KeyOf keyOf) {
    long[][] next = new long[buckets][];
    Arrays.fill(next, EMPTY);
    for (long[] bucket : directory) {
      for (int i = 1; i <= bucket[0]; i++) {
        append(next, place(keyOf.key(bucket[i]), next), bucket[i]);
      }
    }
    directory = next;
  }

  private int place(long key, long[][] buckets) {
    return (int) (key >>> (keyBits - depth(buckets)));
  }

  private static int depth(long[][] buckets) {
    return Integer.numberOfTrailingZeros(buckets.length);
  }

  private static void append(long[][] buckets, int place, long fingerprint) {
    long[] bucket = buckets[place];
    int count = (int) bucket[0] + 1;
    if (count < bucket.length) {
      bucket[count] = fingerprint;
      COUNT.setRelease(bucket, 0, (long) count);
    } else {
      long[] longer = Arrays.copyOf(bucket, count + 3 + count / 8);
      longer[count] = fingerprint;
      longer[0] = count;
      BUCKETS.setRelease(buckets, place, longer);
    }
  }

  /// The key of a fingerprint within its shard.
  @FunctionalInterface
  interface KeyOf {
    long key(long fingerprint);
  }
}

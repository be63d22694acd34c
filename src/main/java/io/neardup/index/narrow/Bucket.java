package io.neardup.index.narrow;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/// A bucket: fingerprints in one array, optionally with the owner of each, which is a document
/// number or one of the constants below. Any thread may read; writers exclude each other.
final class Bucket {

  /* The array, for a capacity of c fingerprints

      | count | fingerprint 0 ... fingerprint c-1 | owners 1,0 | owners 3,2 | ...
        1       c                                   c/2, only in buckets with owners

  A reader reads the count with acquire order and accesses only that many fingerprints. Appending writes
  the owner, the fingerprint, and then the count with release order, so a reader that sees the count also
  sees the other two. Every other change of the fingerprints (growing, removing) makes a new array, which
  replaces the old one in the directory; readers keep the array that they hold, whose fingerprints never
  change.

  An owner changes in place, with release order, so that a reader that sees a document also sees everything
  written before it. Two owners share a long: writing one rewrites the other unchanged. */

  /// No document has the fingerprint.
  static final int ABSENT = -1;

  /// Several documents have the fingerprint; they are in a posting list.
  static final int SHARED = -2;

  /// An empty bucket, with or without owners.
  static final long[] EMPTY = new long[1];

  private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);
  private static final int COUNT = 0;
  private static final int FIRST = 1;

  private Bucket() {}

  /// A bucket of `fingerprints[from, to)`, with the owners at the same places, if any.
  static long[] of(long[] fingerprints, int[] owners, int from, int to, boolean owned) {
    int count = to - from;
    if (count == 0) {
      return EMPTY;
    }
    long[] bucket = new long[FIRST + count + (owned ? (count + 1) / 2 : 0)];
    System.arraycopy(fingerprints, from, bucket, FIRST, count);
    for (int at = 0; owned && at < count; at++) {
      setOwner(bucket, at, owners[from + at]);
    }
    bucket[COUNT] = count;
    return bucket;
  }

  static int count(long[] bucket) {
    return (int) (long) WORDS.getAcquire(bucket, COUNT);
  }

  /// The fingerprint at a place below the count.
  static long fingerprint(long[] bucket, int at) {
    return bucket[FIRST + at];
  }

  /// Prefetches the beginning of the array, and the slot where a fingerprint would be added.
  ///
  /// @return a number that is not negative
  static int prefetch(long[] bucket) {
    int count = count(bucket);
    return count | (int) (bucket[Math.min(count, bucket.length - 1)] >>> 63);
  }

  /// Compares every fingerprint with the query.
  static void scan(long[] bucket, BucketCandidates candidates) {
    candidates.scan(bucket, FIRST, FIRST + count(bucket));
  }

  /// Gathers every fingerprint for later comparison, see [BucketCandidates#gather].
  static void gather(long[] bucket, BucketCandidates candidates) {
    candidates.gather(bucket, FIRST, FIRST + count(bucket));
  }

  /// The place of the fingerprint, or -1. O(count).
  static int indexOf(long[] bucket, long fingerprint) {
    int end = FIRST + count(bucket);
    for (int at = FIRST; at < end; at++) {
      if (bucket[at] == fingerprint) {
        return at - FIRST;
      }
    }
    return -1;
  }

  /// The owner of the fingerprint at a place of a bucket with owners.
  static int owner(long[] bucket, int at) {
    long pair = (long) WORDS.getAcquire(bucket, ownersAt(bucket, at));
    return (int) (pair >>> shift(at));
  }

  static void setOwner(long[] bucket, int at, int owner) {
    int word = ownersAt(bucket, at);
    long others = bucket[word] & ~(0xFFFF_FFFFL << shift(at));
    WORDS.setRelease(bucket, word, others | (owner & 0xFFFF_FFFFL) << shift(at));
  }

  /// The bucket with one more fingerprint: the same array if it has capacity, else a longer one.
  static long[] with(long[] bucket, boolean owned, long fingerprint, int owner) {
    int count = (int) bucket[COUNT];
    if (count < capacity(bucket.length, owned)) {
      append(bucket, owned, fingerprint, owner);
      return bucket;
    }
    long[] longer = copy(bucket, owned, count, count + 2 + count / 8);
    append(longer, owned, fingerprint, owner);
    return longer;
  }

  /// A bucket without the fingerprint at that place.
  static long[] without(long[] bucket, boolean owned, int at) {
    int last = (int) bucket[COUNT] - 1;
    if (last == 0) {
      return EMPTY;
    }
    long[] rest = copy(bucket, owned, last, last);
    if (at < last) {
      rest[FIRST + at] = bucket[FIRST + last];
      if (owned) {
        setOwner(rest, at, owner(bucket, last));
      }
    }
    return rest;
  }

  private static void append(long[] bucket, boolean owned, long fingerprint, int owner) {
    int count = (int) bucket[COUNT];
    if (owned) {
      setOwner(bucket, count, owner);
    }
    bucket[FIRST + count] = fingerprint;
    WORDS.setRelease(bucket, COUNT, count + 1L);
  }

  private static long[] copy(long[] bucket, boolean owned, int count, int capacity) {
    long[] copy = new long[FIRST + capacity + (owned ? (capacity + 1) / 2 : 0)];
    System.arraycopy(bucket, FIRST, copy, FIRST, count);
    if (owned && count > 0) {
      int owners = (count + 1) / 2;
      System.arraycopy(bucket, ownersAt(bucket, 0), copy, ownersAt(copy, 0), owners);
    }
    copy[COUNT] = count;
    return copy;
  }

  private static int capacity(int length, boolean owned) {
    return owned ? (length - FIRST) * 2 / 3 : length - FIRST;
  }

  private static int ownersAt(long[] bucket, int at) {
    return FIRST + capacity(bucket.length, true) + at / 2;
  }

  private static int shift(int at) {
    return (at & 1) * Integer.SIZE;
  }
}

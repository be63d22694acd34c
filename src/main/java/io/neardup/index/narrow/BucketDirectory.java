package io.neardup.index.narrow;

import io.neardup.hamming.NearbyKeys;
import io.neardup.index.BucketSizes;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/// The buckets of a table or table shard, by the first bits of a permutation.
///
/// Readers take no lock. Writers exclude each other. The directory doubles when buckets become long
/// and halves when they empty, so a write waits at most for its own directory to be rebuilt.
@SuppressWarnings("ReferenceEquality") // neighbours share the same split bucket
final class BucketDirectory {

  /* An entry is a bucket (long[]) or, if too many fingerprints share all the bits that select
  buckets, a SplitBucket.

  Beyond the key, the directory continues to double by the bits that follow it: a probe then reads the 2^e
  neighbouring buckets that share its key, while writers, which look for a single fingerprint, still search one
  short bucket.

  When the directory doubles, a split bucket is not moved: two neighbouring entries share it. It is
  ignored when the directory decides on doubling, which would not shorten it. */

  private static final VarHandle ENTRIES = MethodHandles.arrayElementVarHandle(Object[].class);

  /// The mean bucket length beyond which the directory doubles: within the key, where that reduces
  /// candidates, and beyond it, where it only shortens arrays.
  private static final int LONG_WITHIN_KEY = 32;

  private static final int LONG_BEYOND_KEY = 256;
  private static final int SHORT_BUCKET = 6;
  private static final int MAX_DEPTH = 24;
  private static final int FETCHED_TOGETHER = 32;

  private final Permutation permutation;
  private final int skipped;
  private final int keyBits;
  private final int maxDepth;
  private final boolean owned;
  private final BucketSplitting splitting;
  private volatile Object[] directory = {Bucket.EMPTY};
  private volatile int size;
  private int inBuckets; // size without split buckets; guarded by the writers' lock
  private int splits; // guarded by the writers' lock

  /// @param skipped the number of leading bits that all fingerprints in this directory share
  /// @param owned whether buckets have owners
  BucketDirectory(Permutation permutation, int skipped, boolean owned, BucketSplitting splitting) {
    this.permutation = permutation;
    this.skipped = skipped;
    this.keyBits = permutation.keyBits() - skipped;
    this.maxDepth = Math.min(MAX_DEPTH, permutation.bits() - skipped);
    this.owned = owned;
    this.splitting = splitting;
  }

  /// The number of fingerprints.
  int size() {
    return size;
  }

  /// Compares every fingerprint that shares the query's key, and possibly some more.
  void scan(BucketCandidates candidates) {
    Object[] entries = directory;
    int depth = depth(entries);
    int beyond = Math.max(0, depth - keyBits);
    int first = place(candidates.query(), depth) >>> beyond << beyond;
    Object previous = null;
    for (int place = first; place < first + (1 << beyond); place++) {
      Object entry = ENTRIES.getAcquire(entries, place);
      if (entry != previous) {
        scan(entry, candidates);
      }
      previous = entry;
    }
  }

  /// Prefetches the beginnings of the buckets that a lookup will read, all at once instead of one
  /// after the other.
  ///
  /// @return the number of fingerprints in them, without those in split buckets
  int prefetch(long query) {
    Object[] entries = directory;
    int depth = depth(entries);
    int beyond = Math.max(0, depth - keyBits);
    int first = place(query, depth) >>> beyond << beyond;
    return prefetch(entries, first, first + (1 << beyond));
  }

  /// Prefetches the beginning and the end of the bucket of the fingerprint.
  ///
  /// @return a number that is not negative
  int prefetchBucket(long fingerprint) {
    Object[] entries = directory;
    int place = place(fingerprint, depth(entries));
    return ENTRIES.getAcquire(entries, place) instanceof long[] bucket
        ? Bucket.prefetch(bucket)
        : 0;
  }

  /// Collects the buckets of every key within `radius` bits.
  ///
  /// @param permuted the query in the order of this permutation
  /// @param radius applies only to the bits after the skipped ones
  void collect(long permuted, int radius, ProbedBuckets probed) {
    Object[] entries = directory;
    int depth = depth(entries);
    int beyond = Math.max(0, depth - keyBits);
    int width = depth - beyond; // flips of further bits of the key select the same buckets
    int home = placeOf(permuted, depth) >>> beyond;
    for (int flips = 0;
        NearbyKeys.isWithin(flips, width, radius);
        flips = NearbyKeys.next(flips, width)) {
      int first = (home ^ flips) << beyond;
      for (int place = first; place < first + (1 << beyond); place++) {
        probed.add(ENTRIES.getAcquire(entries, place));
      }
    }
  }

  private static int prefetch(Object[] entries, int from, int to) {
    int count = 0;
    for (int place = from; place < to; place++) {
      if (ENTRIES.getAcquire(entries, place) instanceof long[] bucket) {
        count += Bucket.count(bucket);
      }
    }
    return count;
  }

  /// Gathers every fingerprint, see [BucketCandidates#gather].
  void gatherAll(BucketCandidates candidates) {
    Object[] entries = directory;
    Object previous = null;
    for (int from = 0; from < entries.length; from += FETCHED_TOGETHER) {
      int to = Math.min(from + FETCHED_TOGETHER, entries.length);
      candidates.countCandidates(prefetch(entries, from, to));
      for (int place = from; place < to; place++) {
        Object entry = ENTRIES.getAcquire(entries, place);
        if (entry instanceof long[] bucket) {
          Bucket.gather(bucket, candidates);
        } else if (entry != previous) {
          ((SplitBucket) entry).gatherAll(candidates);
        }
        previous = entry;
      }
    }
  }

  /// The owner of a fingerprint, or [Bucket#ABSENT].
  int owner(long fingerprint) {
    Object[] entries = directory;
    Object entry = ENTRIES.getAcquire(entries, place(fingerprint, depth(entries)));
    if (entry instanceof SplitBucket split) {
      return split.owner(fingerprint);
    }
    long[] bucket = (long[]) entry;
    int at = Bucket.indexOf(bucket, fingerprint);
    return at < 0 ? Bucket.ABSENT : Bucket.owner(bucket, at);
  }

  /// Sets the owner of a fingerprint, which must be present.
  void setOwner(long fingerprint, int owner) {
    Object entry = directory[place(fingerprint, depth(directory))];
    if (entry instanceof SplitBucket split) {
      split.setOwner(fingerprint, owner);
    } else {
      long[] bucket = (long[]) entry;
      Bucket.setOwner(bucket, Bucket.indexOf(bucket, fingerprint), owner);
    }
  }

  /// Adds a fingerprint, which must not be present. O(1) amortised.
  void add(long fingerprint, int owner) {
    insert(directory, fingerprint, owner);
    setSize(size + 1);
    if (isTooShort(depth(directory), inBuckets)) {
      grow();
    }
  }

  private boolean isTooShort(int depth, int fingerprints) {
    int longest = depth < keyBits ? LONG_WITHIN_KEY : LONG_BEYOND_KEY;
    return depth < maxDepth && fingerprints > longest << depth;
  }

  /// Adds many fingerprints, all different, to an empty directory. O(fingerprints).
  ///
  /// @param owners of each, if this directory has owners
  void fill(long[] fingerprints, int[] owners) {
    int count = fingerprints.length;
    int depth = 0;
    while (isTooShort(depth, count)) {
      depth++;
    }
    int[] ends = new int[(1 << depth) + 1];
    for (long fingerprint : fingerprints) {
      ends[place(fingerprint, depth) + 1]++;
    }
    for (int place = 0; place < 1 << depth; place++) {
      ends[place + 1] += ends[place];
    }
    long[] ordered = new long[count];
    int[] orderedOwners = new int[owners.length];
    for (int i = 0; i < count; i++) {
      int at = ends[place(fingerprints[i], depth)]++;
      ordered[at] = fingerprints[i];
      if (owned) {
        orderedOwners[at] = owners[i];
      }
    }
    Object[] entries = new Object[1 << depth];
    inBuckets = count;
    for (int place = 0, from = 0; place < entries.length; from = ends[place++]) {
      put(entries, place, Bucket.of(ordered, orderedOwners, from, ends[place], owned));
    }
    directory = entries;
    setSize(count);
  }

  /// Removes a fingerprint, which must be present. O(bucket).
  void remove(long fingerprint) {
    Object[] entries = directory;
    int place = place(fingerprint, depth(entries));
    setSize(size - 1);
    if (entries[place] instanceof SplitBucket split) {
      split.remove(fingerprint);
      if (splitting.isOver(split.size())) {
        merge(split, place);
      }
    } else {
      long[] bucket = (long[]) entries[place];
      int at = Bucket.indexOf(bucket, fingerprint);
      ENTRIES.setRelease(entries, place, Bucket.without(bucket, owned, at));
      inBuckets--;
    }
    if (entries.length > 1 && splits == 0 && inBuckets < entries.length * SHORT_BUCKET) {
      shrink();
    }
  }

  /// Counts the buckets, and the buckets of each table of a split bucket.
  void count(BucketSizes sizes) {
    Object previous = null;
    for (Object entry : directory) {
      if (entry instanceof long[] bucket) {
        sizes.add(Bucket.count(bucket));
      } else if (entry != previous) {
        ((SplitBucket) entry).count(sizes);
      }
      previous = entry;
    }
  }

  /// Passes every fingerprint and its owner to `receiver`.
  void forEach(Receiver receiver) {
    Object previous = null;
    for (Object entry : directory) {
      if (entry instanceof long[] bucket) {
        forEach(bucket, receiver);
      } else if (entry != previous) {
        ((SplitBucket) entry).forEach(receiver);
      }
      previous = entry;
    }
  }

  private void forEach(long[] bucket, Receiver receiver) {
    for (int at = 0; at < Bucket.count(bucket); at++) {
      int owner = owned ? Bucket.owner(bucket, at) : Bucket.ABSENT;
      receiver.take(Bucket.fingerprint(bucket, at), owner);
    }
  }

  private void insert(Object[] entries, long fingerprint, int owner) {
    int place = place(fingerprint, depth(entries));
    if (entries[place] instanceof SplitBucket split) {
      split.add(fingerprint, owner);
      return;
    }
    inBuckets++;
    long[] bucket = (long[]) entries[place];
    long[] longer = Bucket.with(bucket, owned, fingerprint, owner);
    if (longer == bucket) {
      return;
    }
    put(entries, place, longer);
  }

  /// Replaces a bucket by a longer one, or splits it.
  private void put(Object[] entries, int place, long[] bucket) {
    SplitBucket split = splitting.split(bucket, owned);
    if (split == null) {
      ENTRIES.setRelease(entries, place, bucket);
    } else {
      forEach(bucket, split::add);
      ENTRIES.setRelease(entries, place, split);
      splits++;
      inBuckets -= split.size();
    }
  }

  /// Turns a split bucket back into plain buckets.
  private void merge(SplitBucket split, int place) {
    Object[] entries = directory;
    int first = place;
    int end = place + 1;
    while (first > 0 && entries[first - 1] == split) {
      first--;
    }
    while (end < entries.length && entries[end] == split) {
      end++;
    }
    Object[] merged = new Object[entries.length];
    Arrays.fill(merged, Bucket.EMPTY);
    split.forEach((fingerprint, owner) -> insert(merged, fingerprint, owner));
    for (int i = first; i < end; i++) {
      ENTRIES.setRelease(entries, i, merged[i]);
    }
    splits--;
  }

  private void grow() {
    Object[] next = new Object[directory.length * 2];
    Arrays.fill(next, Bucket.EMPTY);
    inBuckets = 0;
    for (int i = 0; i < directory.length; i++) {
      if (directory[i] instanceof long[] bucket) {
        forEach(bucket, (fingerprint, owner) -> insert(next, fingerprint, owner));
      } else {
        next[2 * i] = directory[i];
        next[2 * i + 1] = directory[i];
      }
    }
    directory = next;
  }

  private void shrink() {
    Object[] next = new Object[directory.length / 2];
    Arrays.fill(next, Bucket.EMPTY);
    inBuckets = 0;
    forEach((fingerprint, owner) -> insert(next, fingerprint, owner));
    directory = next;
  }

  private static void scan(Object entry, BucketCandidates candidates) {
    if (entry instanceof long[] bucket) {
      Bucket.scan(bucket, candidates);
    } else {
      ((SplitBucket) entry).scan(candidates);
    }
  }

  private int place(long fingerprint, int depth) {
    return placeOf(permutation.apply(fingerprint), depth);
  }

  private int placeOf(long permuted, int depth) {
    return (int) (permuted << skipped >>> 1 >>> (Long.SIZE - 1 - depth));
  }

  private static int depth(Object[] entries) {
    return Integer.numberOfTrailingZeros(entries.length);
  }

  private void setSize(int newSize) {
    size = newSize; // written only under the writers' lock
  }

  /// Receives fingerprints and their owners.
  @FunctionalInterface
  interface Receiver {
    void take(long fingerprint, int owner);
  }
}

package io.neardup.index.narrow;

import io.neardup.hamming.CountingSort;
import io.neardup.hamming.NearbyKeys;
import io.neardup.hamming.Parallel;
import io.neardup.index.BucketSizes;
import java.util.function.IntUnaryOperator;

/// A table: the fingerprints ordered by one permutation of their bits. Sharded by the first bits of
/// the key, so that writers on different shards do not wait for each other. One table of an index
/// also stores owners.
final class PermutationTable {

  private static final int MAX_SHARD_BITS = 8;

  private final Permutation permutation;
  private final boolean owned;
  private final int shardBits;
  private final BucketDirectory[] directories;

  /// @param owned whether the table stores owners
  PermutationTable(Permutation permutation, boolean owned, BucketSplitting splitting) {
    this.permutation = permutation;
    this.owned = owned;
    this.shardBits = Math.min(MAX_SHARD_BITS, permutation.keyBits());
    this.directories = new BucketDirectory[1 << shardBits];
    for (int i = 0; i < directories.length; i++) {
      directories[i] = new BucketDirectory(permutation, shardBits, owned, splitting);
    }
  }

  /// The bits that a fingerprint must share with the query to be a candidate in this table.
  long key() {
    return permutation.key();
  }

  /// The lock that writers of a fingerprint hold in this table.
  Object lockOf(long fingerprint) {
    return directory(fingerprint);
  }

  void add(long fingerprint, int owner) {
    BucketDirectory directory = directory(fingerprint);
    synchronized (directory) {
      directory.add(fingerprint, owner);
    }
  }

  /// Adds many fingerprints, all different, to an empty table, on the calling thread's pool.
  /// O(size).
  ///
  /// @param fingerprints the first `size` of them are added
  /// @param ownerOf the owner of the fingerprint at an index, if this table has owners
  void fill(long[] fingerprints, int size, IntUnaryOperator ownerOf) {
    CountingSort sort =
        CountingSort.of(size, directories.length, i -> shardOf(permutation.apply(fingerprints[i])));
    Parallel.each(
        directories.length,
        shard -> {
          int from = sort.from(shard);
          long[] own = new long[sort.to(shard) - from];
          int[] owners = new int[owned ? own.length : 0];
          for (int i = 0; i < own.length; i++) {
            own[i] = fingerprints[sort.row(from + i)];
            if (owned) {
              owners[i] = ownerOf.applyAsInt(sort.row(from + i));
            }
          }
          synchronized (directories[shard]) {
            directories[shard].fill(own, owners);
          }
        });
  }

  void remove(long fingerprint) {
    BucketDirectory directory = directory(fingerprint);
    synchronized (directory) {
      directory.remove(fingerprint);
    }
  }

  /// The owner of a fingerprint, or [Bucket#ABSENT].
  int owner(long fingerprint) {
    return directory(fingerprint).owner(fingerprint);
  }

  /// Sets the owner of a fingerprint, which must be present, under its lock.
  void setOwner(long fingerprint, int owner) {
    directory(fingerprint).setOwner(fingerprint, owner);
  }

  /// Compares every fingerprint that shares the query's key, and possibly some more.
  void scan(BucketCandidates candidates) {
    directory(candidates.query()).scan(candidates);
  }

  /// Prefetches the beginnings of the buckets that a lookup will read.
  ///
  /// @return the number of fingerprints in them, without those in split buckets
  int prefetch(long query) {
    return directory(query).prefetch(query);
  }

  /// Prefetches the beginning and the end of the bucket of the fingerprint.
  ///
  /// @return a number that is not negative
  int prefetchBucket(long fingerprint) {
    return directory(fingerprint).prefetchBucket(fingerprint);
  }

  /// The buckets under every key within `radius` bits of the query's.
  ProbedBuckets collect(long query, int radius) {
    ProbedBuckets probed = new ProbedBuckets(permutation.key(), radius);
    long permuted = permutation.apply(query);
    int home = shardOf(permuted);
    for (int flips = 0;
        NearbyKeys.isWithin(flips, shardBits, radius);
        flips = NearbyKeys.next(flips, shardBits)) {
      directories[home ^ flips].collect(permuted, radius - Integer.bitCount(flips), probed);
    }
    return probed;
  }

  /// Compares every fingerprint.
  void scanAll(BucketCandidates candidates) {
    for (BucketDirectory directory : directories) {
      directory.gatherAll(candidates);
    }
    candidates.scanGathered();
  }

  /// Passes every fingerprint and its owner to `receiver`, shard by shard under the lock of the
  /// shard.
  void forEach(BucketDirectory.Receiver receiver) {
    for (BucketDirectory directory : directories) {
      synchronized (directory) {
        directory.forEach(receiver);
      }
    }
  }

  void count(BucketSizes sizes) {
    for (BucketDirectory directory : directories) {
      directory.count(sizes);
    }
  }

  private BucketDirectory directory(long fingerprint) {
    return directories[shardOf(permutation.apply(fingerprint))];
  }

  private int shardOf(long permuted) {
    return (int) (permuted >>> 1 >>> (Long.SIZE - 1 - shardBits));
  }
}

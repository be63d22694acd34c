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
  private final BucketDirectory[] shards;

  /// @param owned whether the table stores owners
  PermutationTable(Permutation permutation, boolean owned, BucketSplitting splitting) {
    this.permutation = permutation;
    this.owned = owned;
    this.shardBits = Math.min(MAX_SHARD_BITS, permutation.keyBits());
    this.shards = new BucketDirectory[1 << shardBits];
    for (int i = 0; i < shards.length; i++) {
      shards[i] = new BucketDirectory(permutation, shardBits, owned, splitting);
    }
  }

  /// The bits that a fingerprint must share with the query to be a candidate in this table.
  long key() {
    return permutation.key();
  }

  /// The lock that writers of the fingerprint hold in this table.
  Object lockOf(long fingerprint) {
    return shard(fingerprint);
  }

  void add(long fingerprint, int owner) {
    BucketDirectory directory = shard(fingerprint);
    synchronized (directory) {
      directory.add(fingerprint, owner);
    }
  }

  /// Adds many fingerprints, all different, to an empty table, on the threads of the pool of the
  /// calling thread. O(size).
  ///
  /// @param fingerprints the first `size` of them are added
  /// @param ownerOf the owner of the fingerprint at a place, if this table has owners
  void fill(long[] fingerprints, int size, IntUnaryOperator ownerOf) {
    CountingSort sort =
        CountingSort.of(size, shards.length, i -> shardOf(permutation.apply(fingerprints[i])));
    Parallel.each(
        shards.length,
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
          synchronized (shards[shard]) {
            shards[shard].fill(own, owners);
          }
        });
  }

  void remove(long fingerprint) {
    BucketDirectory directory = shard(fingerprint);
    synchronized (directory) {
      directory.remove(fingerprint);
    }
  }

  /// The owner of a fingerprint, or [Bucket#ABSENT].
  int owner(long fingerprint) {
    return shard(fingerprint).owner(fingerprint);
  }

  /// Sets the owner of a fingerprint, which must be present, under its lock.
  void setOwner(long fingerprint, int owner) {
    shard(fingerprint).setOwner(fingerprint, owner);
  }

  /// Compares every fingerprint that shares the query's key, and possibly some more.
  void scan(BucketCandidates candidates) {
    shard(candidates.query()).scan(candidates);
  }

  /// As [BucketDirectory#prefetch].
  int prefetch(long query) {
    return shard(query).prefetch(query);
  }

  /// As [BucketDirectory#prefetchBucket].
  int prefetchBucket(long fingerprint) {
    return shard(fingerprint).prefetchBucket(fingerprint);
  }

  /// The buckets under every key within `radius` bits of the query's.
  ProbedBuckets collect(long query, int radius) {
    ProbedBuckets probed = new ProbedBuckets(permutation.key(), radius);
    long permuted = permutation.apply(query);
    int home = shardOf(permuted);
    for (int flips = 0;
        NearbyKeys.isWithin(flips, shardBits, radius);
        flips = NearbyKeys.next(flips, shardBits)) {
      shards[home ^ flips].collect(permuted, radius - Integer.bitCount(flips), probed);
    }
    return probed;
  }

  /// Compares every fingerprint.
  void scanAll(BucketCandidates candidates) {
    for (BucketDirectory directory : shards) {
      directory.gatherAll(candidates);
    }
    candidates.scanGathered();
  }

  /// Passes every fingerprint and its owner to `receiver`, shard by shard under the lock of the
  /// shard.
  void forEach(BucketDirectory.Receiver receiver) {
    for (BucketDirectory directory : shards) {
      synchronized (directory) {
        directory.forEach(receiver);
      }
    }
  }

  void count(BucketSizes sizes) {
    for (BucketDirectory directory : shards) {
      directory.count(sizes);
    }
  }

  private BucketDirectory shard(long fingerprint) {
    return shards[shardOf(permutation.apply(fingerprint))];
  }

  private int shardOf(long permuted) {
    return (int) (permuted >>> 1 >>> (Long.SIZE - 1 - shardBits));
  }
}

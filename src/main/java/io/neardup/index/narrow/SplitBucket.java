package io.neardup.index.narrow;

import io.neardup.index.BucketSizes;
import java.util.List;

/// A split bucket: one small table for each of k + 1 sets of bits; see [BucketSplitting] for the
/// proof that every match is found. The first table has the owners. Any thread may read; writers
/// exclude each other.
final class SplitBucket {

  private final long[] keys;
  private final BucketDirectory[] tables;

  /// @param keys k + 1 disjoint masks
  /// @param owned whether the first table has owners
  SplitBucket(List<Long> keys, boolean owned, BucketSplitting splitting) {
    long all = keys.stream().reduce(0L, (a, b) -> a | b);
    this.keys = keys.stream().mapToLong(Long::longValue).toArray();
    this.tables = new BucketDirectory[this.keys.length];
    for (int i = 0; i < tables.length; i++) {
      Permutation permutation = new Permutation(this.keys[i], all & ~this.keys[i]);
      tables[i] = new BucketDirectory(permutation, 0, owned && i == 0, splitting);
    }
  }

  int size() {
    return tables[0].size();
  }

  /// Compares the tables that are sufficient for the distance of the lookup.
  void scan(BucketCandidates candidates) {
    int probes = Math.min(tables.length, candidates.maxDistance() + 1);
    int earlier = candidates.earlier();
    for (int i = 0; i < probes; i++) {
      candidates.countCandidates(tables[i].prefetch(candidates.query()));
    }
    for (int i = 0; i < probes; i++) {
      long outer = candidates.enter(keys[i]);
      tables[i].scan(candidates);
      candidates.leave(keys[i], outer);
    }
    candidates.forget(earlier);
  }

  /// Gathers every fingerprint, see [BucketCandidates#gather].
  void gatherAll(BucketCandidates candidates) {
    tables[0].gatherAll(candidates);
  }

  int owner(long fingerprint) {
    return tables[0].owner(fingerprint);
  }

  void setOwner(long fingerprint, int owner) {
    tables[0].setOwner(fingerprint, owner);
  }

  void add(long fingerprint, int owner) {
    for (int i = tables.length - 1; i >= 0; i--) { // the table with owners last
      tables[i].add(fingerprint, owner);
    }
  }

  void remove(long fingerprint) {
    for (BucketDirectory directory : tables) {
      directory.remove(fingerprint);
    }
  }

  void count(BucketSizes sizes) {
    for (BucketDirectory directory : tables) {
      directory.count(sizes);
    }
  }

  void forEach(BucketDirectory.Receiver receiver) {
    tables[0].forEach(receiver);
  }
}

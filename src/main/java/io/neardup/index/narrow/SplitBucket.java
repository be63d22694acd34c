package io.neardup.index.narrow;

import io.neardup.index.BucketSizes;
import java.util.List;

/// A split bucket: one small table for each of k + 1 bit sets; see [BucketSplitting] for the proof
/// that every match is found. The first table has the owners. Any thread may read; writers exclude
/// each other.
final class SplitBucket {

  private final long[] keys;
  private final BucketDirectory[] directories;

  /// @param keys k + 1 disjoint masks
  /// @param owned whether the first table has owners
  SplitBucket(List<Long> keys, boolean owned, BucketSplitting splitting) {
    long all = keys.stream().reduce(0L, (a, b) -> a | b);
    this.keys = keys.stream().mapToLong(Long::longValue).toArray();
    this.directories = new BucketDirectory[this.keys.length];
    for (int i = 0; i < directories.length; i++) {
      Permutation permutation = new Permutation(this.keys[i], all & ~this.keys[i]);
      directories[i] = new BucketDirectory(permutation, 0, owned && i == 0, splitting);
    }
  }

  int size() {
    return directories[0].size();
  }

  /// Compares the tables that suffice for the lookup's distance.
  void scan(BucketCandidates candidates) {
    int probes = Math.min(directories.length, candidates.maxDistance() + 1);
    int earlier = candidates.earlier();
    for (int i = 0; i < probes; i++) {
      candidates.countCandidates(directories[i].prefetch(candidates.query()));
    }
    for (int i = 0; i < probes; i++) {
      long outer = candidates.enter(keys[i]);
      directories[i].scan(candidates);
      candidates.leave(keys[i], outer);
    }
    candidates.resetEarlier(earlier);
  }

  /// Gathers every fingerprint, see [BucketCandidates#gather].
  void gatherAll(BucketCandidates candidates) {
    directories[0].gatherAll(candidates);
  }

  int owner(long fingerprint) {
    return directories[0].owner(fingerprint);
  }

  void setOwner(long fingerprint, int owner) {
    directories[0].setOwner(fingerprint, owner);
  }

  void add(long fingerprint, int owner) {
    for (int i = directories.length - 1; i >= 0; i--) { // the table with owners last
      directories[i].add(fingerprint, owner);
    }
  }

  void remove(long fingerprint) {
    for (BucketDirectory directory : directories) {
      directory.remove(fingerprint);
    }
  }

  void count(BucketSizes sizes) {
    for (BucketDirectory directory : directories) {
      directory.count(sizes);
    }
  }

  void forEach(BucketDirectory.Receiver receiver) {
    directories[0].forEach(receiver);
  }
}

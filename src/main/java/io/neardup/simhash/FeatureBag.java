package io.neardup.simhash;

import java.security.SecureRandom;

/// The distinct features of one text by their hash, and how often each occurs.
///
/// An open-addressing table of primitives; two features with one 64-bit hash count as one. Not for
/// concurrent use.
public final class FeatureBag {

  private static final int MIN_CAPACITY = 64;

  /// Drawn anew by every process, so that nobody can choose features that all fall on one place.
  private static final long MULTIPLIER = new SecureRandom().nextLong() | 1;

  private long[] hashes;
  private int[] counts; // 0 marks a free place
  private int size;

  /// An empty bag.
  ///
  /// @param expected how many distinct features to make room for
  public FeatureBag(int expected) {
    int capacity = Math.max(MIN_CAPACITY, Integer.highestOneBit(Math.max(1, expected)) << 2);
    hashes = new long[capacity];
    counts = new int[capacity];
  }

  /// Counts one more occurrence of the feature. O(1).
  public void add(long hash) {
    add(hash, 1);
  }

  /// Counts `times` more occurrences of the feature. O(1).
  ///
  /// @param times 1 or more
  public void add(long hash, int times) {
    int at = find(hash);
    int before = counts[at];
    counts[at] = before + times;
    if (before == 0) {
      hashes[at] = hash;
      if (++size * 2 > hashes.length) {
        grow();
      }
    }
  }

  /// How many distinct features there are.
  public int size() {
    return size;
  }

  /// Takes each distinct feature once, in no order that means anything.
  public void forEach(CountedFeature action) {
    for (int at = 0; at < hashes.length; at++) {
      if (counts[at] > 0) {
        action.accept(hashes[at], counts[at]);
      }
    }
  }

  private int find(long hash) {
    int mask = hashes.length - 1;
    int at = (int) (hash * MULTIPLIER >>> 32) & mask;
    while (counts[at] != 0 && hashes[at] != hash) {
      at = at + 1 & mask;
    }
    return at;
  }

  private void grow() {
    long[] oldHashes = hashes;
    int[] oldCounts = counts;
    hashes = new long[oldHashes.length * 2];
    counts = new int[hashes.length];
    for (int i = 0; i < oldHashes.length; i++) {
      if (oldCounts[i] != 0) {
        int at = find(oldHashes[i]);
        hashes[at] = oldHashes[i];
        counts[at] = oldCounts[i];
      }
    }
  }

  /// Takes a feature and how often it occurs.
  @FunctionalInterface
  public interface CountedFeature {

    /// Takes the feature with this hash, which occurs `count` times.
    void accept(long hash, int count);
  }
}

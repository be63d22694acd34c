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

  private long[] hashes = {}; // 0 marks a free place
  private int[] counts = {};
  private int shift; // of the product, so that its highest bits are the place
  private int taken;
  private int zeros; // occurrences of the feature whose hash is 0

  /// An empty bag.
  ///
  /// @param expected how many distinct features to make room for
  public FeatureBag(int expected) {
    allocate(Math.max(MIN_CAPACITY, Integer.highestOneBit(Math.max(1, expected)) << 2));
  }

  /// Counts one more occurrence of the feature. O(1).
  public void add(long hash) {
    if (hash == 0) {
      zeros++;
      return;
    }
    int at = find(hash);
    counts[at]++;
    if (hashes[at] == 0) {
      hashes[at] = hash;
      if (++taken * 2 > hashes.length) {
        grow();
      }
    }
  }

  /// How many distinct features there are.
  public int size() {
    return zeros > 0 ? taken + 1 : taken;
  }

  /// Takes each distinct feature once, in no order that means anything.
  public void forEach(CountedFeature action) {
    for (int at = 0; at < hashes.length; at++) {
      if (hashes[at] != 0) {
        action.accept(hashes[at], counts[at]);
      }
    }
    if (zeros > 0) {
      action.accept(0, zeros);
    }
  }

  private int find(long hash) {
    int mask = hashes.length - 1;
    int at = (int) (hash * MULTIPLIER >>> shift);
    while (hashes[at] != hash && hashes[at] != 0) {
      at = at + 1 & mask;
    }
    return at;
  }

  private void grow() {
    long[] oldHashes = hashes;
    int[] oldCounts = counts;
    allocate(oldHashes.length * 2);
    for (int i = 0; i < oldHashes.length; i++) {
      if (oldHashes[i] != 0) {
        int at = find(oldHashes[i]);
        hashes[at] = oldHashes[i];
        counts[at] = oldCounts[i];
      }
    }
  }

  private void allocate(int capacity) {
    hashes = new long[capacity];
    counts = new int[capacity];
    shift = Long.SIZE - Integer.numberOfTrailingZeros(capacity);
  }

  /// Takes a feature and how often it occurs.
  @FunctionalInterface
  public interface CountedFeature {

    /// Takes the feature with this hash, which occurs `count` times.
    void accept(long hash, int count);
  }
}

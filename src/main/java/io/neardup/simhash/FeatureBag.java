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
  private int[] taken = {}; // the places taken, in order of appearance
  private int size;
  private int shift; // of the product, so that its highest bits are the place
  private int zeros; // occurrences of the feature whose hash is 0

  /// An empty bag.
  ///
  /// @param expected how many distinct features to make room for
  public FeatureBag(int expected) {
    allocate(Math.max(MIN_CAPACITY, Integer.highestOneBit(Math.max(1, expected)) * 4));
  }

  /// Counts one more occurrence of the feature. O(1).
  public void add(long hash) {
    add(hash, 1);
  }

  /// Counts `times` more occurrences of the feature. O(1).
  ///
  /// @param times 1 or more
  public void add(long hash, int times) {
    if (hash == 0) {
      zeros += times;
      return;
    }
    int at = find(hash);
    counts[at] += times;
    if (hashes[at] == 0) {
      hashes[at] = hash;
      taken[size++] = at;
      if (size == taken.length) {
        grow();
      }
    }
  }

  /// How many distinct features there are.
  public int size() {
    return zeros > 0 ? size + 1 : size;
  }

  /// Takes each distinct feature once, in no order that means anything.
  public void forEach(CountedFeature action) {
    for (int i = 0; i < size; i++) {
      action.accept(hashes[taken[i]], counts[taken[i]]);
    }
    if (zeros > 0) {
      action.accept(0, zeros);
    }
  }

  /// The hashes in order of their counts, as far as those are below `ends.length`.
  ///
  /// @param ends set so that the hashes of the features that occur `count` times stand from
  ///   `ends[count - 1]` to `ends[count]`; `ends[0]` is 0
  public long[] runs(int[] ends) {
    int[] next = new int[ends.length + 1];
    forEach((hash, count) -> next[Math.min(count, ends.length)]++);
    int end = 0;
    for (int count = 0; count < ends.length; count++) {
      end += next[count];
      ends[count] = end;
      next[count] = end - next[count];
    }
    long[] runs = new long[end];
    forEach((hash, count) -> {
      if (count < ends.length) {
        runs[next[count]++] = hash;
      }
    });
    return runs;
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
    int[] oldTaken = taken;
    allocate(oldHashes.length * 2);
    for (int i = 0; i < size; i++) {
      int at = find(oldHashes[oldTaken[i]]);
      hashes[at] = oldHashes[oldTaken[i]];
      counts[at] = oldCounts[oldTaken[i]];
      taken[i] = at;
    }
  }

  private void allocate(int capacity) {
    hashes = new long[capacity];
    counts = new int[capacity];
    taken = new int[capacity / 2];
    shift = Long.SIZE - Integer.numberOfTrailingZeros(capacity);
  }

  /// Takes a feature and how often it occurs.
  @FunctionalInterface
  public interface CountedFeature {

    /// Takes the feature with this hash, which occurs `count` times.
    void accept(long hash, int count);
  }
}

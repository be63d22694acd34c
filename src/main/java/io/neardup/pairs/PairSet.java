package io.neardup.pairs;

import java.util.Arrays;

/// A set of pairs of rows, to which the same pair is added many times. Thread-safe.
///
/// Pairs are appended; when the memory is full, they are sorted, and repetitions removed. So the
/// set takes up to 16 bytes for each different pair.
public final class PairSet {

  private static final int LEAST = 1 << 16;

  private final int maxPairs;
  private long[] pairs = new long[LEAST];
  private int size;

  /// An empty set.
  ///
  /// @param maxPairs the most different pairs
  public PairSet(int maxPairs) {
    this.maxPairs = maxPairs;
  }

  /// Adds pairs, each of two rows, one in the upper half.
  ///
  /// @param count the number of pairs, the first of the array
  /// @return false if there are more than the maximum, and these were not added
  public synchronized boolean add(long[] added, int count) {
    if (size + count > pairs.length) {
      compact();
      if (isFull()) {
        return false;
      }
      if (size + count > pairs.length / 2) {
        pairs =
            Arrays.copyOf(
                pairs, Math.max(size + count, (int) Math.min(2L * size + LEAST, (1 << 30))));
      }
    }
    System.arraycopy(added, 0, pairs, size, count);
    size += count;
    return true;
  }

  /// Whether there are more than the maximum, once the pairs are [counted][#size].
  public synchronized boolean isFull() {
    return size > maxPairs;
  }

  private void compact() {
    size = sorted(pairs, size);
  }

  /// Sorts numbers, and leaves out repetitions.
  ///
  /// @param count how many, from the first on
  /// @return how many are left
  public static int sorted(long[] numbers, int count) {
    Arrays.parallelSort(numbers, 0, count);
    int kept = 0;
    for (int i = 0; i < count; i++) {
      if (kept == 0 || numbers[i] != numbers[kept - 1]) {
        numbers[kept++] = numbers[i];
      }
    }
    return kept;
  }

  /// The number of different pairs.
  public synchronized int size() {
    compact();
    return size;
  }

  /// The pairs in ascending order, once all are added and [counted][#size]: the first ones of this
  /// array.
  public long[] sorted() {
    return pairs;
  }
}

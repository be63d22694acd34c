package io.neardup.pairs.bands;

import java.util.Arrays;

/// A set of pairs of rows, to which the same pair is added many times. Thread-safe.
///
/// Pairs are appended; when the memory is full, they are sorted, and repetitions removed. So the
/// set takes up to 16 bytes for each different pair.
final class PairSet implements BucketComparison.Pairs {

  private static final int LEAST = 1 << 16;

  private final int maxPairs;
  private long[] pairs = new long[LEAST];
  private int size;

  /// @param maxPairs the most different pairs
  PairSet(int maxPairs) {
    this.maxPairs = maxPairs;
  }

  /// Adds pairs, each the smaller row in the upper half, then the greater one.
  ///
  /// @return false if there are more than the maximum
  @Override
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
  synchronized boolean isFull() {
    return size > maxPairs;
  }

  private void compact() {
    Arrays.parallelSort(pairs, 0, size);
    int kept = 0;
    for (int i = 0; i < size; i++) {
      if (kept == 0 || pairs[i] != pairs[kept - 1]) {
        pairs[kept++] = pairs[i];
      }
    }
    size = kept;
  }

  /// The number of different pairs.
  synchronized int size() {
    compact();
    return size;
  }

  /// A pair, in ascending order, once all are added and [counted][#size].
  long pair(int index) {
    return pairs[index];
  }
}

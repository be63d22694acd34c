package io.neardup.pairs;

/// Compares the fingerprints of a range with each other, and reports the pairs within the distance
/// that belong to the path of the range. Thread-safe.
record RangeComparison(int maxDistance, WordPairs wordPairs, JoinRun run) {

  /// Fingerprints compared in one run: enough for vector instructions.
  private static final int RUN = 64;

  /// Receives pairs of fingerprints, from several threads.
  @FunctionalInterface
  interface WordPairs {
    void pair(long a, long b);
  }

  /// Compares all pairs of a small range, one by one.
  void few(long[] source, int from, int to, KeyPath path) {
    for (int i = from; i < to - 1; i++) {
      one(source, source[i], i + 1, to, path);
    }
  }

  /// Compares each of `[from, last)` with all that follow it up to `to`, in runs.
  void many(long[] source, int from, int last, int to, KeyPath path) {
    for (int i = from; i < last; i++) {
      long one = source[i];
      int at = i + 1;
      for (; at + RUN <= to; at += RUN) {
        if (nearest(source, at, one) <= maxDistance) {
          one(source, one, at, at + RUN, path);
        }
      }
      one(source, one, at, to, path);
      if (run.isCancelled()) {
        return;
      }
    }
  }

  private static int nearest(long[] source, int from, long one) {
    int nearest = Long.SIZE;
    for (int i = from; i < from + RUN; i++) {
      nearest = Math.min(nearest, Long.bitCount(source[i] ^ one));
    }
    return nearest;
  }

  private void one(long[] source, long one, int from, int to, KeyPath path) {
    for (int i = from; i < to; i++) {
      long difference = one ^ source[i];
      if (Long.bitCount(difference) <= maxDistance && path.owns(difference)) {
        wordPairs.pair(one, source[i]);
      }
    }
  }
}

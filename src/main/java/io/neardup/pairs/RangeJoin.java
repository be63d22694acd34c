package io.neardup.pairs;

import io.neardup.hamming.RadixPartition;
import java.util.ArrayList;
import java.util.List;

/// Joins ranges that one thread can partition in its own memory, which fits the cache: an array for
/// each level of the tree of a [TableJoin]. Not thread-safe.
final class RangeJoin {

  private static final int MAX_BITS = 12;
  private static final int BETWEEN_LOOKS = 256; // buckets, of a few fingerprints each

  private final int few;
  private final RangeComparison comparison;
  private final JoinRun run;
  private final List<long[]> levels = new ArrayList<>();
  private final List<int[]> ends = new ArrayList<>();

  /// @param few ranges of at most that many fingerprints are compared pair by pair
  RangeJoin(int few, RangeComparison comparison, JoinRun run) {
    this.few = few;
    this.comparison = comparison;
    this.run = run;
  }

  /// Finds the pairs of the range that belong to the path, on which its fingerprints agree.
  void join(long[] source, int from, int to, KeyPath path) {
    join(source, from, to, path, 0);
  }

  private void join(long[] source, int from, int to, KeyPath path, int level) {
    if (run.isCancelled()) {
      return;
    }
    if (to - from <= few) {
      comparison.few(source, from, to, path);
      return;
    }
    long varying = varying(source, from, to);
    if (!path.isOpen(varying)) {
      return;
    }
    if (path.keyBits() > 0) {
      split(source, from, to, path, varying, level);
    } else if (RangeSample.isWorthSplitting(source, from, to, path)) {
      for (KeyPath child : path.children()) {
        split(source, from, to, child, varying, level);
      }
    } else {
      comparison.many(source, from, to, to, path);
    }
  }

  private void split(long[] source, int from, int to, KeyPath path, long varying, int level) {
    if (path.agrees(varying)) {
      join(source, from, to, path.after(path.keyBits()), level);
      return;
    }
    int bits = Math.min(path.keyBits(), fanOutBits(to - from));
    int[] end = endsOf(level);
    long[] target = targetOf(level, to - from);
    RadixPartition.into(target, end, source, from, to, path.shiftOf(bits), bits);
    KeyPath after = path.after(bits);
    for (int digit = 0, start = 0; digit < 1 << bits; start = end[digit++]) {
      if (digit % BETWEEN_LOOKS == 0 && run.isCancelled()) {
        return;
      }
      if (end[digit] - start <= few) {
        comparison.few(target, start, end[digit], after);
      } else {
        join(target, start, end[digit], after, level + 1);
      }
    }
  }

  /// The bits in which the fingerprints of a range are not all equal.
  static long varying(long[] source, int from, int to) {
    long first = source[from];
    long varying = 0;
    for (int i = from; i < to; i++) {
      varying |= source[i] ^ first;
    }
    return varying;
  }

  /// The number of bits by which about four fingerprints fall into each bucket.
  private static int fanOutBits(int size) {
    return Math.min(MAX_BITS, Math.max(2, Integer.SIZE - Integer.numberOfLeadingZeros(size >>> 3)));
  }

  private int[] endsOf(int level) {
    if (level == ends.size()) {
      ends.add(new int[(1 << MAX_BITS) + 1]);
    }
    return ends.get(level);
  }

  private long[] targetOf(int level, int size) {
    if (level == levels.size()) {
      levels.add(new long[Math.max(size, 1024)]);
    } else if (levels.get(level).length < size) {
      levels.set(level, new long[size]);
    }
    return levels.get(level);
  }
}

package io.neardup.bench.baseline;

import java.util.Arrays;
import java.util.function.ObjIntConsumer;

/// The buckets that one lookup looks into, each a run of row numbers. Not for concurrent use.
///
/// All runs of a lookup are found before any is read, and their rows are handed on many at a time,
/// so that the processor always waits for many lines of memory at once: for the runs while they are
/// found, then for rows.
final class BaselineRuns {

  private static final int TOGETHER = 256; // rows handed on at most; of 256 bits they are 8 kB

  private int[][] rows = new int[512][];
  private int[] from = new int[rows.length];
  private int[] to = new int[rows.length];
  private int count;
  private long size;
  private int probes;
  private long fetched;

  /// Adds `rows[from, to)`.
  void add(int[] source, int start, int end) {
    probes++;
    if (start == end) {
      return;
    }
    if (count == rows.length) {
      rows = Arrays.copyOf(rows, count * 2);
      from = Arrays.copyOf(from, count * 2);
      to = Arrays.copyOf(to, count * 2);
    }
    rows[count] = source;
    from[count] = start;
    to[count] = end;
    count++;
    size += end - start;
    fetched += source[start] + source[end - 1];
  }

  /// How many runs there are.
  int count() {
    return count;
  }

  /// How many runs were added, with empty ones.
  int probes() {
    return probes;
  }

  /// How many rows there are.
  long size() {
    return size;
  }

  /// What was read to fetch runs, which is of no use but must not be left out.
  long fetched() {
    return fetched;
  }

  /// Hands on the rows of the runs `[first, last)`.
  ///
  /// @param sink takes row numbers, and how many they are
  void handOn(int first, int last, ObjIntConsumer<int[]> sink) {
    int most = evenly(first, last);
    int[] together = new int[most];
    int held = 0;
    for (int run = first; run < last; run++) {
      int[] source = rows[run];
      int end = to[run];
      for (int at = from[run]; at < end; ) {
        int taken = Math.min(end - at, most - held);
        for (int stop = at + taken; at < stop; at++) { // too few for a call
          together[held++] = source[at];
        }
        if (held == most) {
          sink.accept(together, held);
          held = 0;
        }
      }
    }
    sink.accept(together, held);
  }

  /// So many at a time that the last ones are not fewer than the others.
  private int evenly(int first, int last) {
    int all = 0;
    for (int run = first; run < last; run++) {
      all += to[run] - from[run];
    }
    int times = Math.max(1, Math.ceilDiv(all, TOGETHER));
    return Math.max(1, Math.ceilDiv(all, times));
  }
}

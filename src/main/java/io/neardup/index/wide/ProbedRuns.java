package io.neardup.index.wide;

import java.util.Arrays;

/// The buckets that one lookup examines, each a run of row numbers and of their sketches. Not for
/// concurrent use.
///
/// All runs of a lookup are found before any is read, so that the processor waits for the first
/// lines of many of them at once.
final class ProbedRuns {

  private static final int TOGETHER = 2048; // sketches prefetched, half of the first cache
  private static final int LINE = 8; // sketches in a line of the cache

  private int[][] rows = new int[512][];
  private long[][] sketches = new long[rows.length][];
  private int[] from = new int[rows.length];
  private int[] to = new int[rows.length];
  private int count;
  private long size;
  private long prefetched;

  /// Adds `rows[start, end)`.
  void add(int[] ofRows, long[] ofSketches, int start, int end) {
    if (start == end) {
      return;
    }
    if (count == rows.length) {
      rows = Arrays.copyOf(rows, count * 2);
      sketches = Arrays.copyOf(sketches, count * 2);
      from = Arrays.copyOf(from, count * 2);
      to = Arrays.copyOf(to, count * 2);
    }
    rows[count] = ofRows;
    sketches[count] = ofSketches;
    from[count] = start;
    to[count] = end;
    count++;
    size += end - start;
  }

  /// How many runs there are.
  int count() {
    return count;
  }

  /// How many rows there are.
  long size() {
    return size;
  }

  /// What was read to prefetch runs, which is of no use but must not be left out.
  long prefetched() {
    return prefetched;
  }

  /// Picks from the runs `[first, last)`.
  ///
  /// @return how many rows these runs have
  int pick(int first, int last, long query, int threshold, SketchFilter filter) {
    int examined = 0;
    for (int run = first; run < last; ) {
      int stop = prefetch(run, last);
      for (; run < stop; run++) {
        filter.pick(rows[run], sketches[run], from[run], to[run], query, threshold);
        examined += to[run] - from[run];
      }
    }
    return examined;
  }

  /// Prefetches the sketches of some runs in a loop that does nothing else, so that the processor
  /// waits for many lines at once.
  ///
  /// @return the first run that was not prefetched
  private int prefetch(int first, int last) {
    long read = 0;
    int run = first;
    for (int left = TOGETHER; run < last && left > 0; run++) {
      long[] source = sketches[run];
      int end = to[run];
      for (int at = from[run]; at < end; at += LINE) {
        read += source[at];
      }
      read += source[end - 1];
      left -= end - from[run] + LINE;
    }
    prefetched += read;
    return run;
  }
}

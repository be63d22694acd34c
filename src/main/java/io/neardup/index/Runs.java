package io.neardup.index;

import java.util.Arrays;
import java.util.function.ObjIntConsumer;

/// The buckets that one lookup looks into, each a run of row numbers. Not for concurrent use.
///
/// All runs of a lookup are found before any is read, and their rows are handed on many at a time,
/// so that the processor always waits for many lines of memory at once: for the directories of
/// tables, then for runs, then for rows.
final class Runs {

  /// How many rows are handed on together; of 256 bits they are 8 kB.
  static final int TOGETHER = 256;

  private static final int AHEAD = 8; // runs fetched before they are read

  private int[][] rows = new int[512][];
  private int[] from = new int[rows.length];
  private int[] to = new int[rows.length];
  private int count;
  private long size;
  private long fetched;

  /// Adds `rows[from, to)`.
  void add(int[] source, int start, int end) {
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
  }

  /// How many runs there are.
  int count() {
    return count;
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
    int[] together = new int[TOGETHER];
    int held = 0;
    for (int run = first; run < last; run++) {
      fetch(run + AHEAD);
      int[] source = rows[run];
      int end = to[run];
      for (int at = from[run]; at < end; ) {
        int taken = Math.min(end - at, TOGETHER - held);
        System.arraycopy(source, at, together, held, taken);
        held += taken;
        at += taken;
        if (held == TOGETHER) {
          sink.accept(together, held);
          held = 0;
        }
      }
    }
    sink.accept(together, held);
  }

  private void fetch(int run) {
    if (run < count) {
      fetched += rows[run][from[run]] + rows[run][to[run] - 1];
    }
  }
}

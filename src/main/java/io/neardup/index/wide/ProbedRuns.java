package io.neardup.index.wide;

import java.util.Arrays;

/// The buckets that one lookup probes, each a run of sketches in a [ShardArray]. Not thread-safe.
///
/// Collects all runs of a lookup before any is read, so that the first cache lines of many runs are
/// loaded in parallel.
final class ProbedRuns {

  private static final int TOGETHER = 2048; // sketches prefetched, half of the first cache
  private static final int LINE = 8; // sketches in a cache line

  private long[][] shards = new long[512][];
  private int[] from = new int[shards.length];
  private int[] to = new int[shards.length];
  private int count;
  private long size;
  private long prefetched;

  /// Adds the sketches `shard[start, end)`.
  void add(long[] shard, int start, int end) {
    if (start == end) {
      return;
    }
    if (count == shards.length) {
      shards = Arrays.copyOf(shards, count * 2);
      from = Arrays.copyOf(from, count * 2);
      to = Arrays.copyOf(to, count * 2);
    }
    shards[count] = shard;
    from[count] = start;
    to[count] = end;
    count++;
    size += end - start;
  }

  /// The number of runs.
  int count() {
    return count;
  }

  /// The number of rows in all runs.
  long size() {
    return size;
  }

  /// Adds to the checksum of prefetched data.
  void prefetched(long words) {
    prefetched += words;
  }

  /// A checksum of prefetched data, which must be used so that the compiler keeps the loads.
  long prefetched() {
    return prefetched;
  }

  /// Selects rows by their sketches from the runs `[first, last)`.
  ///
  /// @return the number of rows in these runs
  int pick(int first, int last, long query, int threshold, SketchFilter filter) {
    int examined = 0;
    for (int run = first; run < last; ) {
      int stop = prefetch(run, last);
      for (; run < stop; run++) {
        filter.pick(shards[run], from[run], to[run], query, threshold);
        examined += to[run] - from[run];
      }
    }
    return examined;
  }

  /// Prefetches the sketches of some runs in a minimal loop, so that many cache lines are loaded in
  /// parallel.
  ///
  /// @return the first run that was not prefetched
  private int prefetch(int first, int last) {
    long read = 0;
    int run = first;
    for (int left = TOGETHER; run < last && left > 0; run++) {
      long[] source = shards[run];
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

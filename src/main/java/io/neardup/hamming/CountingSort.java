package io.neardup.hamming;

import java.util.function.IntUnaryOperator;

/// Row numbers sorted by shard, so that each shard can be filled by a separate thread. 4 bytes per
/// row.
public final class CountingSort {

  private static final int CHUNKS = 64;

  private final int[] rows;
  private final int[] ends; // of each shard

  private CountingSort(int[] rows, int[] ends) {
    this.rows = rows;
    this.ends = ends;
  }

  /// Sorts the rows 0 to `size - 1`, on the calling thread's pool. O(size).
  ///
  /// @param shardOf returns the shard of a row; called twice for each
  public static CountingSort of(int size, int shards, IntUnaryOperator shardOf) {
    int chunk = size / CHUNKS + 1;
    int[][] heads = new int[CHUNKS][shards];
    Parallel.each(
        CHUNKS,
        c -> {
          for (int row = c * chunk, end = Math.min(size, row + chunk); row < end; row++) {
            heads[c][shardOf.applyAsInt(row)]++;
          }
        });
    int[] ends = new int[shards];
    int at = 0;
    for (int shard = 0; shard < shards; shard++) {
      for (int[] head : heads) {
        int count = head[shard];
        head[shard] = at;
        at += count;
      }
      ends[shard] = at;
    }
    int[] rows = new int[size];
    Parallel.each(
        CHUNKS,
        c -> {
          for (int row = c * chunk, end = Math.min(size, row + chunk); row < end; row++) {
            rows[heads[c][shardOf.applyAsInt(row)]++] = row;
          }
        });
    return new CountingSort(rows, ends);
  }

  /// The place where the rows of a shard begin.
  public int from(int shard) {
    return shard == 0 ? 0 : ends[shard - 1];
  }

  /// The place where they end.
  public int to(int shard) {
    return ends[shard];
  }

  /// The row at a place.
  public int row(int at) {
    return rows[at];
  }
}

package io.neardup.index.wide;

import java.util.Arrays;

/// Selects the rows whose sketches are within a threshold of the query's. Not thread-safe.
final class SketchFilter {

  private int[] rows = new int[256];
  private int size;

  /// The number of selected rows.
  int size() {
    return size;
  }

  /// The selected rows, [#size()] of them.
  int[] rows() {
    return rows;
  }

  /// Removes the selected rows.
  void clear() {
    size = 0;
  }

  /// Selects rows of a [ShardArray] by the sketches `shard[from, to)`.
  void pick(long[] shard, int from, int to, long query, int threshold) {
    for (int i = from; i < to; i++) {
      if (Long.bitCount(shard[i] ^ query) <= threshold) {
        add(ShardArray.rowOf(shard, i));
      }
    }
  }

  /// Selects among the first `count` elements of `sketches`, by index.
  void pickPlaces(long[] sketches, int count, long query, int threshold) {
    for (int i = 0; i < count; i++) {
      if (Long.bitCount(sketches[i] ^ query) <= threshold) {
        add(i);
      }
    }
  }

  private void add(int row) {
    if (size == rows.length) {
      rows = Arrays.copyOf(rows, size * 2);
    }
    rows[size++] = row;
  }
}

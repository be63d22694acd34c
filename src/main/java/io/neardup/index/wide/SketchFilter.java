package io.neardup.index.wide;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Selects the rows whose sketches are within a threshold of the query's. Not thread-safe.
final class SketchFilter {

  /* Two passes over long runs: the first only counts bits, without a branch, which C2 compiles to vector
  instructions on processors with vector population counts; the second selects. Short runs are not worth
  the two loops. */

  private static final int CHUNK = 512;
  private static final int SHORT = 32;

  private final int[] differing = new int[CHUNK];
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

  /// Selects from `source[from, to)` by `sketches[from, to)`.
  void pick(int[] source, long[] sketches, int from, int to, long query, int threshold) {
    if (to - from < SHORT) {
      reserve(to - from);
      int picked = size;
      for (int i = from; i < to; i++) {
        if (Long.bitCount(sketches[i] ^ query) <= threshold) {
          rows[picked++] = source[i];
        }
      }
      size = picked;
      return;
    }
    pickLong(source, sketches, from, to, query, threshold);
  }

  /// Selects the places `from` to `to` of `sketches` themselves.
  void pickPlaces(long[] sketches, int from, int to, long query, int threshold) {
    pickLong(null, sketches, from, to, query, threshold);
  }

  private void pickLong(
      int @Nullable [] source, long[] sketches, int from, int to, long query, int threshold) {
    for (int at = from; at < to; at += CHUNK) {
      int length = Math.min(CHUNK, to - at);
      count(sketches, at, length, query);
      reserve(length);
      int picked = size;
      for (int i = 0; i < length; i++) {
        if (differing[i] <= threshold) {
          rows[picked++] = source == null ? at + i : source[at + i];
        }
      }
      size = picked;
    }
  }

  private void count(long[] sketches, int from, int length, long query) {
    int[] counts = differing;
    for (int i = 0; i < length; i++) {
      counts[i] = Long.bitCount(sketches[from + i] ^ query);
    }
  }

  private void reserve(int more) {
    if (rows.length - size < more) {
      rows = Arrays.copyOf(rows, Math.max(rows.length * 2, size + more));
    }
  }
}

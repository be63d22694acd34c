package io.neardup.index;

import java.util.function.ObjIntConsumer;

/// Row numbers on their way from buckets to the look at the rows. They are handed on many at a
/// time, so that the look is one tight loop in which the processor waits for many rows at once. Not
/// for concurrent use.
final class Batch {

  /// How many rows are handed on at a time.
  static final int SIZE = 1024;

  private final int[] rows;
  private final ObjIntConsumer<int[]> sink;
  private int count;

  /// @param rows room for [#SIZE] rows
  /// @param sink takes rows, and how many they are
  Batch(int[] rows, ObjIntConsumer<int[]> sink) {
    this.rows = rows;
    this.sink = sink;
  }

  void add(int row) {
    if (count == SIZE) {
      flush();
    }
    rows[count++] = row;
  }

  /// Adds `source[from, to)`.
  void add(int[] source, int from, int to) {
    int at = from;
    while (at < to) {
      if (count == SIZE) {
        flush();
      }
      int taken = Math.min(to - at, SIZE - count);
      System.arraycopy(source, at, rows, count, taken);
      count += taken;
      at += taken;
    }
  }

  /// Hands on what is there.
  void flush() {
    sink.accept(rows, count);
    count = 0;
  }
}

package io.neardup.index;

import java.util.function.ObjIntConsumer;

/// Row numbers on their way from buckets to the look at the rows. They are handed on many at a
/// time, so that the look is one tight loop in which the processor waits for many rows at once. Not
/// for concurrent use.
final class Batch {

  private static final int SIZE = 4096;

  private final int[] rows = new int[SIZE];
  private final ObjIntConsumer<int[]> sink;
  private int count;

  /// @param sink takes rows, and how many they are
  Batch(ObjIntConsumer<int[]> sink) {
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

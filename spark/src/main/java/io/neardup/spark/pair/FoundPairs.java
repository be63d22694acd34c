package io.neardup.spark.pair;

import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.concurrent.ForkJoinPool;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.Row;
import org.apache.spark.util.TaskCompletionListener;
import org.jspecify.annotations.Nullable;

/// The pairs of a partition whose rows are sorted by group: those of one group after the other. A
/// pair of two indexes takes 8 bytes until it becomes a row.
abstract class FoundPairs implements Iterator<Row> {

  /// The task of this partition.
  final TaskContext task = TaskContext.get();

  /// A thread for the joins of the task, which ends with it.
  final ForkJoinPool pool = new ForkJoinPool(1);

  private final Iterator<Row> rows;
  private @Nullable Row next;
  private long[] found = new long[1024];
  private int size;
  private int at;

  FoundPairs(Iterator<Row> rows) {
    TaskCompletionListener end = ended -> pool.shutdownNow();
    task.addTaskCompletionListener(end);
    this.rows = rows;
    this.next = rows.hasNext() ? rows.next() : null;
  }

  /// Begins a group.
  abstract void begin(Row first);

  /// Whether a row belongs to the group.
  abstract boolean has(Row row);

  /// Adds a row to the group.
  abstract void read(Row row);

  /// Compares the rows of the group, and [adds][#add] its pairs.
  abstract void compare();

  /// The row of a pair that was added.
  abstract Row row(int a, int b);

  /// Adds a pair.
  final void add(int a, int b) {
    if (size == found.length) {
      found = Arrays.copyOf(found, size + (size >> 1));
    }
    found[size++] = (long) a << Integer.SIZE | b;
  }

  /// The number of pairs of the group that were added.
  final int size() {
    return size;
  }

  @Override
  public boolean hasNext() {
    return hasPair();
  }

  /// Whether there is a further pair.
  final boolean hasPair() {
    while (at == size && next != null) {
      Row row = next;
      begin(row);
      while (row != null && has(row)) {
        read(row);
        row = rows.hasNext() ? rows.next() : null;
      }
      next = row;
      size = 0;
      at = 0;
      compare();
      task.killTaskIfInterrupted();
    }
    return at < size;
  }

  @Override
  public Row next() {
    if (!hasPair()) {
      throw new NoSuchElementException();
    }
    long pair = found[at++];
    return row((int) (pair >>> Integer.SIZE), (int) pair);
  }
}

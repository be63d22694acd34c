package io.neardup.spark.pair;

import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.hamming.FingerprintSnapshotBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Function;
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

  /// The rows of the group.
  final List<Row> group = new ArrayList<>();

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

  /// Whether a row belongs to the group of another one.
  abstract boolean isOfGroup(Row first, Row row);

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

  /// The fingerprints of the group for a join of the engine; the document of each is its index
  /// here.
  final FingerprintSnapshot snapshot(int bits, Function<Row, byte[]> fingerprint) {
    FingerprintSnapshotBuilder builder = new FingerprintSnapshotBuilder(bits, group.size());
    for (int i = 0; i < group.size(); i++) {
      builder.add(i, FingerprintBytes.fingerprint(fingerprint.apply(group.get(i)), bits));
    }
    return builder.build(pool);
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
      group.clear();
      while (row != null && (group.isEmpty() || isOfGroup(group.getFirst(), row))) {
        group.add(row);
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

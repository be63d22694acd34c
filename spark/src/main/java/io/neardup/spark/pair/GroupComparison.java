package io.neardup.spark.pair;

import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.pairs.AllPairs;
import io.neardup.pairs.JoinRun;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ForkJoinPool;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.TaskCompletionListener;
import org.jspecify.annotations.Nullable;

/// Finds the pairs of the groups of a partition, whose rows are sorted by group, by the joins of
/// the engine.
///
/// A pair can be in several groups; the first block on which its fingerprints agree decides which
/// group reports it, so each pair is reported once. At the end of a partition, rows with `a` = -1
/// have the number of pairs of documents at each distance.
///
/// @param plan the blocks
/// @param hot the groups that are divided
/// @param allPairs whether all pairs are reported; otherwise only so many that they connect what
///   all pairs connect, at most one per row of a group
/// @param maxPairs maximum of pairs that are reported of one group
public record GroupComparison(BlockPlan plan, HotGroups hot, boolean allPairs, int maxPairs)
    implements MapPartitionsFunction<Row, Row> {

  /// `a` and `b` are the numbers of the first documents with the two fingerprints, `pairs` is the
  /// number of pairs of documents that have them.
  public static final StructType SCHEMA =
      new StructType()
          .add("a", DataTypes.LongType, false)
          .add("b", DataTypes.LongType, false)
          .add("distance", DataTypes.IntegerType, false)
          .add("pairs", DataTypes.LongType, false);

  public static final long COUNT = -1;

  private static final int FEW = 48; // rows that are compared without a join

  @Override
  public Iterator<Row> call(Iterator<Row> rows) {
    TaskContext task = TaskContext.get();
    ForkJoinPool pool = new ForkJoinPool(1);
    TaskCompletionListener end = ended -> pool.shutdownNow();
    task.addTaskCompletionListener(end);
    return new Pairs(rows, pool, task);
  }

  /// The pairs of all groups, one group after the other.
  private final class Pairs implements Iterator<Row> {

    private final Iterator<Row> rows;
    private final ForkJoinPool pool;
    private final TaskContext task;
    private final KeyLayout layout = plan.layout();
    private final GroupRows group = new GroupRows(plan.bits());
    private final Queue<Row> found = new ArrayDeque<>();
    private final long[] histogram = new long[plan.maxDistance() + 1];
    private @Nullable Row next;
    private KeyLayout further = layout;
    private long key;
    private int part;
    private int chunks;
    private int[] parents = new int[0];
    private boolean counted;

    Pairs(Iterator<Row> rows, ForkJoinPool pool, TaskContext task) {
      this.rows = rows;
      this.pool = pool;
      this.task = task;
      this.next = rows.hasNext() ? rows.next() : null;
    }

    @Override
    public boolean hasNext() {
      while (found.isEmpty() && next != null) {
        readGroup();
        compare();
      }
      if (found.isEmpty() && !counted) {
        counted = true;
        for (int distance = 0; distance < histogram.length; distance++) {
          if (histogram[distance] > 0) {
            found.add(RowFactory.create(COUNT, COUNT, distance, histogram[distance]));
          }
        }
      }
      return !found.isEmpty();
    }

    @Override
    public Row next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      return found.remove();
    }

    private void readGroup() {
      Row row = Objects.requireNonNull(next);
      key = row.getLong(0);
      part = row.getInt(1);
      group.clear();
      while (row != null && row.getLong(0) == key && row.getInt(1) == part) {
        group.add(row.getAs(2), row.getLong(3), row.getLong(4));
        row = rows.hasNext() ? rows.next() : null;
      }
      next = row;
    }

    private void compare() {
      int size = group.size();
      if (size < 2) {
        return;
      }
      chunks = hot.chunksOf(key);
      further = GroupKey.isPart(key) ? plan.further(GroupKey.block(key)) : layout;
      if (!allPairs) {
        parents = new int[size];
        for (int row = 0; row < size; row++) {
          parents[row] = row;
        }
      }
      if (size <= FEW) {
        for (int a = 0; a < size; a++) {
          for (int b = a + 1; b < size; b++) {
            int distance = group.distance(a, b);
            if (distance <= plan.maxDistance()) {
              pair(a, b, distance);
            }
          }
        }
      } else {
        join();
      }
    }

    private void join() {
      FingerprintSnapshot snapshot = group.snapshot(pool);
      boolean exhaustive =
          plan.bits() > Long.SIZE
              && (group.size() <= BlockPlan.EXHAUSTIVE_ROWS
                  || plan.groupRecall() >= 1.0
                  || GroupKey.isPart(key)
                  || part != CandidateRows.WHOLE);
      AllPairs join =
          exhaustive
              ? AllPairs.exhaustive(snapshot, plan.maxDistance())
              : AllPairs.of(snapshot, plan.maxDistance(), plan.groupRecall());
      JoinRun run = new JoinRun();
      join.join(
          (a, b, distance) -> {
            if (task.isInterrupted()) {
              run.cancel();
            }
            synchronized (this) {
              pair(snapshot.document(a, 0), snapshot.document(b, 0), distance);
            }
          },
          run,
          pool);
      task.killTaskIfInterrupted();
    }

    private void pair(int a, int b, int distance) {
      if (!isReportedHere(a, b)) {
        return;
      }
      long pairs = group.documents(a) * group.documents(b);
      histogram[distance] += pairs;
      if (allPairs || connects(a, b)) {
        if (found.size() >= maxPairs) {
          throw new TooManyPairsException(
              "a group of "
                  + group.size()
                  + " fingerprints has more than "
                  + maxPairs
                  + " pairs, the maximum in the memory of a task; lower --distance, raise"
                  + " --max-pairs, or group by components, which lists no pairs");
        }
        long one = group.first(a);
        long other = group.first(b);
        found.add(RowFactory.create(Math.min(one, other), Math.max(one, other), distance, pairs));
      }
    }

    private boolean isReportedHere(int a, int b) {
      for (int earlier = 0; earlier < GroupKey.block(key); earlier++) {
        if (group.haveSameKey(layout, earlier, a, b)) {
          return false;
        }
      }
      if (GroupKey.isPart(key)) {
        for (int earlier = 0; earlier < GroupKey.further(key); earlier++) {
          if (group.haveSameKey(further, earlier, a, b)) {
            return false;
          }
        }
      }
      return chunks == 1
          || CandidateRows.isReportedBy(
              part,
              chunks,
              CandidateRows.chunk(group.first(a), chunks),
              CandidateRows.chunk(group.first(b), chunks));
    }

    /// Connects two rows, unless pairs connect them already.
    private boolean connects(int a, int b) {
      int one = root(a);
      int other = root(b);
      parents[Math.max(one, other)] = Math.min(one, other);
      return one != other;
    }

    private int root(int row) {
      int at = row;
      while (parents[at] != at) {
        parents[at] = parents[parents[at]];
        at = parents[at];
      }
      return at;
    }
  }
}

package io.neardup.spark.pair;

import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.pairs.AllPairs;
import io.neardup.pairs.JoinRun;
import io.neardup.pairs.PairSink;
import io.neardup.pairs.group.Components;
import io.neardup.pairs.group.Group;
import io.neardup.spark.input.JobException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.ForkJoinPool;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.TaskCompletionListener;
import org.jspecify.annotations.Nullable;

/// Finds the pairs of the groups of a partition, whose rows are sorted by group and by their first
/// documents, by the joins of the engine.
///
/// A pair can be in several groups; the first block on which its fingerprints agree decides which
/// group reports it, so each pair is reported once. At the end of a partition, rows with `a` = -1
/// have the number of pairs of documents at each distance.
///
/// @param plan the blocks
/// @param hot the groups that are divided
/// @param allPairs whether all pairs are reported; otherwise what they connect: rows at distance
///   [#CONNECTED] from the first one of each part of the group that pairs connect, and the pair
///   with the largest distance of each part
/// @param onlyReferred whether only pairs of a record of a reference and one of the input count;
///   otherwise all but those inside the reference
/// @param maxPairs maximum of pairs of one group in memory, 8 bytes each
public record GroupComparison(
    BlockPlan plan, HotGroups hot, boolean allPairs, boolean onlyReferred, int maxPairs)
    implements MapPartitionsFunction<Row, Row> {

  /// `a` and `b` are the numbers of the first documents with the two fingerprints, `pairs` is the
  /// number of pairs of documents that have them.
  public static final StructType SCHEMA =
      new StructType()
          .add("a", DataTypes.LongType, false)
          .add("b", DataTypes.LongType, false)
          .add("distance", DataTypes.IntegerType, false)
          .add("pairs", DataTypes.LongType, false);

  /// `a` of rows that count.
  public static final long COUNT = -1;

  /// `distance` of two rows that a chain of pairs connects.
  public static final int CONNECTED = -1;

  private static final int FEW = 48; // rows that are compared without a join

  @Override
  public Iterator<Row> call(Iterator<Row> rows) {
    TaskContext task = TaskContext.get();
    return new Results(rows, pool(task), task);
  }

  /// A thread for the joins of a task, which ends with it.
  static ForkJoinPool pool(TaskContext task) {
    ForkJoinPool pool = new ForkJoinPool(1);
    TaskCompletionListener end = ended -> pool.shutdownNow();
    task.addTaskCompletionListener(end);
    return pool;
  }

  /// The results of all groups, one group after the other.
  private final class Results implements Iterator<Row> {

    private final Iterator<Row> rows;
    private final ForkJoinPool pool;
    private final TaskContext task;
    private final KeyLayout layout = plan.layout();
    private final GroupRows group = new GroupRows(plan.bits());
    private final long[] histogram = new long[plan.maxDistance() + 1];
    private long[] found = new long[1024]; // two rows of the group in 31 bits each; < 0: connected
    private int size;
    private int at;
    private @Nullable Row next;
    private long key;
    private int part;
    private int counted;

    Results(Iterator<Row> rows, ForkJoinPool pool, TaskContext task) {
      this.rows = rows;
      this.pool = pool;
      this.task = task;
      this.next = rows.hasNext() ? rows.next() : null;
    }

    @Override
    public boolean hasNext() {
      while (at == size && next != null) {
        readGroup(next);
        compare();
      }
      while (at == size && counted < histogram.length && histogram[counted] == 0) {
        counted++;
      }
      return at < size || counted < histogram.length;
    }

    @Override
    public Row next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      if (at == size) {
        return RowFactory.create(COUNT, COUNT, counted, histogram[counted++]);
      }
      long pair = found[at++];
      int a = (int) (pair >>> Integer.SIZE) & Integer.MAX_VALUE;
      int b = (int) pair;
      return RowFactory.create(
          group.first(a),
          group.first(b),
          pair < 0 ? CONNECTED : group.distance(a, b),
          group.pairs(a, b, onlyReferred));
    }

    private void readGroup(Row first) {
      key = first.getLong(0);
      part = first.getInt(1);
      group.clear();
      Row row = first;
      while (row != null && row.getLong(0) == key && row.getInt(1) == part) {
        group.add(row.getAs(2), row.getLong(3), row.getLong(4), row.getLong(5));
        row = rows.hasNext() ? rows.next() : null;
      }
      next = row;
      size = 0;
      at = 0;
    }

    private void compare() {
      int rowCount = group.size();
      if (rowCount < 2) {
        return;
      }
      Components components = allPairs ? null : new Components(rowCount, row -> 1);
      PairSink reported =
          reported(components == null ? (a, b, distance) -> list(a, b) : components);
      if (rowCount <= FEW) {
        for (int a = 0; a < rowCount; a++) {
          for (int b = a + 1; b < rowCount; b++) {
            int distance = group.distance(a, b);
            if (distance <= plan.maxDistance()) {
              reported.pair(a, b, distance);
            }
          }
        }
      } else {
        join(reported);
      }
      if (components != null) {
        components.groups().forEach(this::connect);
      }
    }

    private void join(PairSink pairs) {
      FingerprintSnapshot snapshot = group.snapshot(pool);
      AllPairs join =
          plan.bits() > Long.SIZE && group.size() <= BlockPlan.EXHAUSTIVE_ROWS
              ? AllPairs.exhaustive(snapshot, plan.maxDistance())
              : AllPairs.reaching(
                  snapshot,
                  plan.maxDistance(),
                  plan.maxDistance(),
                  GroupKey.isPart(key) ? 1.0 : plan.groupRecall());
      JoinRun run = new JoinRun();
      join.join(
          (a, b, distance) -> {
            if (task.isInterrupted()) {
              run.cancel();
            }
            int one = snapshot.document(a, 0);
            int other = snapshot.document(b, 0);
            synchronized (this) {
              pairs.pair(Math.min(one, other), Math.max(one, other), distance);
            }
          },
          run,
          pool);
      task.killTaskIfInterrupted();
    }

    /// Passes the pairs that this group reports.
    private PairSink reported(PairSink sink) {
      int chunks = hot.chunksOf(key);
      KeyLayout further = GroupKey.isPart(key) ? hot.further(GroupKey.group(key)) : null;
      return (a, b, distance) -> {
        long pairs = group.pairs(a, b, onlyReferred);
        boolean isReported =
            pairs > 0
                && !agree(layout, GroupKey.block(key), a, b)
                && (further == null || !agree(further, GroupKey.further(key), a, b))
                && (chunks == 1 || CandidateRows.isReportedBy(part, chunks, chunk(a), chunk(b)));
        if (isReported) {
          histogram[distance] += pairs;
          sink.pair(a, b, distance);
        }
      };
    }

    /// Whether two rows agree on one of the first blocks.
    private boolean agree(KeyLayout blocks, int before, int a, int b) {
      for (int block = 0; block < before; block++) {
        if (group.haveSameKey(blocks, block, a, b)) {
          return true;
        }
      }
      return false;
    }

    private int chunk(int row) {
      return CandidateRows.chunk(group.first(row), hot.chunksOf(key));
    }

    /// Adds the rows of a part of the group, and its pair with the largest distance.
    private void connect(Group connected) {
      List<Integer> members = connected.rows();
      for (int row : members.subList(1, members.size())) {
        add(members.getFirst() | Integer.MIN_VALUE, row);
      }
      add(connected.weakest().a(), connected.weakest().b());
    }

    private void list(int a, int b) {
      if (size >= maxPairs) {
        throw new JobException(
            "a group of "
                + group.size()
                + " fingerprints has more than "
                + maxPairs
                + " pairs, the maximum in the memory of a task; lower --distance, raise"
                + " --max-pairs, or group by components with --no-verify, which lists no pairs");
      }
      add(a, b);
    }

    private void add(int a, int b) {
      if (size == found.length) {
        found = Arrays.copyOf(found, size + (size >> 1));
      }
      found[size++] = (long) a << Integer.SIZE | b;
    }
  }
}

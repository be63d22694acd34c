package io.neardup.spark.pair;

import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.pairs.AllPairs;
import io.neardup.pairs.ContentRows;
import io.neardup.pairs.JoinRun;
import io.neardup.pairs.PairRounds;
import io.neardup.pairs.PairSink;
import io.neardup.pairs.group.Components;
import io.neardup.pairs.group.Group;
import io.neardup.spark.input.JobException;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.FlatMapGroupsFunction;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;

/// Finds the pairs of a group, whose rows are sorted by their first documents, by the joins of the
/// engine.
///
/// A pair can be in several groups; the first block on which its fingerprints agree decides which
/// group reports it, so each pair is reported once. At the end of a group, rows with `a` = -1 have
/// the number of pairs of documents at each distance.
///
/// @param plan the blocks
/// @param chunks the number of chunks of each group that is divided
/// @param allPairs whether all pairs are reported; otherwise each row of a part of the group that
///   pairs connect, with the first one of it
/// @param onlyReferred whether only pairs of a record of a reference and one of the input count;
///   otherwise all but those inside the reference
/// @param maxPairs maximum of pairs of one group in memory, 8 bytes each
public record GroupComparison(
    BlockPlan plan, Map<Long, Integer> chunks, boolean allPairs, boolean onlyReferred, int maxPairs)
    implements FlatMapGroupsFunction<Row, Row, Row> {

  /// `a` and `b` are the numbers of the first documents with the two fingerprints, `pairs` is the
  /// number of pairs of documents that have them.
  public static final StructType SCHEMA =
      StructType.fromDDL(
          "a BIGINT NOT NULL, b BIGINT NOT NULL, distance INT NOT NULL, pairs BIGINT NOT NULL");

  /// `a` of rows that count.
  public static final long COUNT = -1;

  /// Whether a row counts.
  public static final String IS_COUNT = "a = " + COUNT;

  private static final int FEW = 48; // rows that are compared without a join

  @Override
  public Iterator<Row> call(Row group, Iterator<Row> rows) {
    return new Results(group.getLong(0), group.getInt(1), new FoundPairs(rows)).all();
  }

  /// The results of a group.
  private final class Results {

    private final long key;
    private final int part;
    private final FoundPairs found;
    private final List<Row> group;
    private final long[] histogram = new long[plan.maxDistance() + 1];

    Results(long key, int part, FoundPairs found) {
      this.key = key;
      this.part = part;
      this.found = found;
      this.group = found.group();
    }

    Iterator<Row> all() {
      compare();
      return Stream.concat(
              found.pairs().mapToObj(this::row),
              IntStream.range(0, histogram.length)
                  .filter(distance -> histogram[distance] > 0)
                  .mapToObj(
                      distance -> RowFactory.create(COUNT, COUNT, distance, histogram[distance])))
          .iterator();
    }

    private Row row(long pair) {
      int a = PairRounds.earlier(pair);
      int b = PairRounds.later(pair);
      return RowFactory.create(first(a), first(b), distance(a, b), pairs(a, b));
    }

    private void compare() {
      int rowCount = group.size();
      Components components = allPairs ? null : new Components(rowCount, row -> 1);
      PairSink reported =
          reported(components == null ? (a, b, distance) -> list(a, b) : components);
      if (rowCount <= FEW) {
        for (int a = 0; a < rowCount; a++) {
          for (int b = a + 1; b < rowCount; b++) {
            int distance = distance(a, b);
            if (distance <= plan.maxDistance()) {
              reported.pair(a, b, distance);
            }
          }
        }
      } else {
        try (ForkJoinPool pool = new ForkJoinPool(1)) {
          join(reported, pool);
        }
      }
      if (components != null) {
        components.groups().forEach(this::connect);
      }
    }

    private void join(PairSink pairs, ForkJoinPool pool) {
      FingerprintSnapshot distinct = found.snapshot(plan.bits(), row -> row.getAs(0), pool);
      FingerprintSnapshot snapshot =
          ContentRows.of(
                  distinct, row -> LongStream.range(0, distinct.documents(row)).toArray(), pool)
              .rows();
      AllPairs join =
          plan.bits() > Long.SIZE && group.size() <= BlockPlan.EXHAUSTIVE_ROWS
              ? AllPairs.exhaustive(snapshot, plan.maxDistance())
              : AllPairs.reaching(
                  snapshot, plan.maxDistance(), plan.maxDistance(), plan.groupRecall());
      JoinRun run = new JoinRun();
      TaskContext task = TaskContext.get();
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
      int divided = chunks.getOrDefault(key, 1);
      return (a, b, distance) -> {
        long pairs = pairs(a, b);
        boolean isReported =
            pairs > 0
                && !agree(BlockPlan.block(key), a, b)
                && CandidateRows.isReportedBy(
                    part,
                    divided,
                    CandidateRows.chunk(first(a), divided),
                    CandidateRows.chunk(first(b), divided));
        if (isReported) {
          histogram[distance] += pairs;
          sink.pair(a, b, distance);
        }
      };
    }

    /// The number of the first document of a row.
    private long first(int row) {
      return group.get(row).getLong(1);
    }

    private byte[] fingerprint(int row) {
      return group.get(row).getAs(0);
    }

    private int distance(int a, int b) {
      return FingerprintBytes.distance(fingerprint(a), fingerprint(b));
    }

    /// The number of pairs of a document of one row and one of the other that count.
    private long pairs(int a, int b) {
      long ofA = group.get(a).getLong(2);
      long ofB = group.get(b).getLong(2);
      long referredA = group.get(a).getLong(3);
      long referredB = group.get(b).getLong(3);
      long pairs = ofA * ofB - referredA * referredB;
      return onlyReferred ? pairs - (ofA - referredA) * (ofB - referredB) : pairs;
    }

    /// Whether two rows have the same key of a block before another one.
    private boolean agree(int before, int a, int b) {
      long[] one = FingerprintBytes.words(fingerprint(a));
      long[] other = FingerprintBytes.words(fingerprint(b));
      return IntStream.range(0, before)
          .anyMatch(block -> plan.key(block, one) == plan.key(block, other));
    }

    /// Adds the rows of a part of the group.
    private void connect(Group connected) {
      List<Integer> members = connected.rows();
      members.subList(1, members.size()).forEach(row -> found.add(members.getFirst(), row));
    }

    private void list(int a, int b) {
      if (found.size() >= maxPairs) {
        throw new JobException(
            "a group of "
                + group.size()
                + " fingerprints has more than "
                + maxPairs
                + " pairs, the maximum in the memory of a task; lower --distance, raise"
                + " --max-pairs, or group by components with --no-verify, which lists no pairs");
      }
      found.add(a, b);
    }
  }
}

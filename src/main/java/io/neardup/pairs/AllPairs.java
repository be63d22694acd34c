package io.neardup.pairs;

import io.neardup.hamming.FingerprintSnapshot;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;

/// Finds every pair of rows within a distance: a join of a collection with itself, which costs much
/// less than a lookup of each row.
///
/// Rows are distinct fingerprints. The documents of one row are at distance 0 of each other; joins
/// do not report them.
public final class AllPairs {

  private final FingerprintSnapshot snapshot;
  private final int maxDistance;
  private final JoinPlan plan;

  private AllPairs(FingerprintSnapshot snapshot, int maxDistance, JoinPlan plan) {
    this.snapshot = snapshot;
    this.maxDistance = maxDistance;
    this.plan = plan;
  }

  /// A join that finds the pairs within `maxDistance` in this way, and those within `reach` that it
  /// meets meanwhile: candidates for an exact comparison.
  ///
  /// @param recall of the pairs at `maxDistance`
  /// @param reach `maxDistance` or more, in bits
  public static AllPairs reaching(
      FingerprintSnapshot snapshot, int maxDistance, int reach, double recall) {
    int planned = snapshot.bits() <= Long.SIZE ? reach : maxDistance;
    return new AllPairs(snapshot, reach, JoinPlanner.plan(snapshot, planned, recall));
  }

  /// A join that compares all rows with each other: for a few thousand rows, where planning costs
  /// more than it saves.
  ///
  /// @param maxDistance 0 or more, in bits
  public static AllPairs exhaustive(FingerprintSnapshot snapshot, int maxDistance) {
    return new AllPairs(
        snapshot, maxDistance, JoinPlanner.scan(snapshot.size(), snapshot.bits(), maxDistance));
  }

  static AllPairs by(JoinPlan plan, FingerprintSnapshot snapshot, int maxDistance) {
    return new AllPairs(snapshot, maxDistance, plan);
  }

  /// The plan of the join.
  public JoinPlan plan() {
    return plan;
  }

  /// Passes every pair to `sink`, on all threads of the pool, and returns when all are done.
  ///
  /// @return whether it was completed; false if the run was cancelled
  public boolean join(PairSink sink, JoinRun run, ForkJoinPool pool) {
    pool.invoke(ForkJoinTask.adapt(() -> join(sink, run)));
    return !run.isCancelled();
  }

  private void join(PairSink sink, JoinRun run) {
    if (snapshot.size() < 2 || maxDistance == 0) {
      run.begin(0);
      return;
    }
    switch (plan.method()) {
      case TABLES -> tables(sink, run).join();
      case PROBES ->
          new ProbeJoin(snapshot, maxDistance, plan.blocks(), plan.radius(), sink, run).join();
      case SCAN -> new ScanJoin(snapshot, maxDistance, sink, run).join();
    }
  }

  private TableJoin tables(PairSink sink, JoinRun run) {
    RowLookup lookup = new RowLookup(snapshot);
    RangeComparison.WordPairs found =
        (one, other) -> {
          int a = lookup.rowOf(one);
          int b = lookup.rowOf(other);
          sink.pair(Math.min(a, b), Math.max(a, b), Long.bitCount(one ^ other));
        };
    return new TableJoin(
        snapshot.words(), snapshot.size(), snapshot.bits(), maxDistance, plan.blocks(), found, run);
  }
}

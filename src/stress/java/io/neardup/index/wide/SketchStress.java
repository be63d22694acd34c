package io.neardup.index.wide;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/// The states that readers may see of the row numbers of a shard and their sketches.
final class SketchStress {

  /* A lookup selects rows by their sketches alone. So a reader that sees a row must see its sketch:
  with another sketch, it misses the row or selects another one. */

  private static final int KEY = 5;
  private static final int ROW = 7;
  private static final long SKETCH = 0x1234_5678_9ABC_DEF0L;
  private static final int NOTHING = -2;
  private static final int FIRST_ROOM = 4; // of recent rows
  private static final int MOST_RECENT = 64; // while no row is sorted

  private SketchStress() {}

  /// A shard with the row, and with other rows whose sketches differ from its sketch in every bit.
  private static WideTableShard shard(int others) {
    WideTableShard shard = new WideTableShard(8, new long[1][], 0);
    shard.add(KEY, ROW, SKETCH);
    for (int i = 0; i < others; i++) {
      shard.add(key(i), other(i), ~SKETCH);
    }
    return shard;
  }

  /// The key of every second row is `KEY`.
  private static int key(int i) {
    return KEY ^ i & 1;
  }

  private static int other(int i) {
    return 100 + i;
  }

  /// Reports the number of selected rows with the key, and the last of them.
  private static void pick(WideTableShard shard, II_Result seen) {
    ProbedRuns runs = new ProbedRuns();
    ShardArray.find(shard.array(), 8, KEY, new byte[1], 1, 0, 0, runs);
    SketchFilter filter = new SketchFilter();
    runs.pick(0, runs.count(), SKETCH, 0, filter);
    seen.r1 = filter.size();
    seen.r2 = filter.size() == 0 ? NOTHING : filter.rows()[filter.size() - 1];
  }

  /// A row is counted only after it and its sketch were written.
  @JCStressTest
  @Outcome(id = "0, -2", expect = Expect.ACCEPTABLE, desc = "not added yet")
  @Outcome(id = "1, 7", expect = Expect.ACCEPTABLE, desc = "added, with its sketch")
  @State
  public static class AppendAndPick {
    private final WideTableShard shard = new WideTableShard(8, new long[1][], 0);
    private final ProbedRuns runs = new ProbedRuns(); // created before the actors start
    private final SketchFilter filter = new SketchFilter();

    public AppendAndPick() {
      shard.add(KEY ^ 1, other(0), ~SKETCH); // allocates the array
    }

    @Actor
    public void append() {
      shard.add(KEY, ROW, SKETCH);
    }

    @Actor
    public void find(II_Result seen) {
      ShardArray.find(shard.array(), 8, KEY, new byte[1], 1, 0, 0, runs);
      runs.pick(0, runs.count(), SKETCH, 0, filter);
      seen.r1 = (int) runs.size();
      seen.r2 = filter.size() == 0 ? NOTHING : filter.rows()[0];
    }
  }

  /// The array of recent rows grows during the lookup.
  @JCStressTest
  @Outcome(id = "1, 7", expect = Expect.ACCEPTABLE, desc = "found")
  @State
  public static class GrowAndPick {
    private final WideTableShard shard = shard(FIRST_ROOM - 1);

    @Actor
    public void grow() {
      shard.add(KEY, other(FIRST_ROOM), ~SKETCH);
    }

    @Actor
    public void find(II_Result seen) {
      pick(shard, seen);
    }
  }

  /// All rows are sorted into new arrays during the lookup.
  @JCStressTest
  @Outcome(id = "1, 7", expect = Expect.ACCEPTABLE, desc = "found")
  @State
  public static class SortAndPick {
    private final WideTableShard shard = shard(MOST_RECENT - 1);

    @Actor
    public void sort() {
      shard.add(KEY, other(MOST_RECENT), ~SKETCH);
    }

    @Actor
    public void find(II_Result seen) {
      pick(shard, seen);
    }
  }

  /// So many rows are removed that the others are sorted into new arrays during the lookup.
  @JCStressTest
  @Outcome(id = "1, 7", expect = Expect.ACCEPTABLE, desc = "found")
  @State
  public static class RemoveAndPick {
    private static final int OTHERS = MOST_RECENT + 16;
    private final WideTableShard shard = shard(OTHERS);

    @Actor
    public void remove() {
      for (int i = 0; i < OTHERS; i++) {
        shard.remove(key(i), other(i));
      }
    }

    @Actor
    public void find(II_Result seen) {
      pick(shard, seen);
    }
  }

  /// A row that is being removed is selected with its number, or with -1.
  @JCStressTest
  @Outcome(id = "1, 7", expect = Expect.ACCEPTABLE, desc = "before")
  @Outcome(id = "1, -1", expect = Expect.ACCEPTABLE, desc = "after")
  @State
  public static class RemoveThePicked {
    private final WideTableShard shard = shard(2);

    @Actor
    public void remove() {
      shard.remove(KEY, ROW);
    }

    @Actor
    public void find(II_Result seen) {
      pick(shard, seen);
    }
  }
}

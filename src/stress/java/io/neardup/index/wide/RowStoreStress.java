package io.neardup.index.wide;

import io.neardup.simhash.Fingerprint;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/// The states that readers may see while wide rows are reused, merged into blocks and moved.
final class RowStoreStress {

  private static final long[] BEFORE = {1, 2, 3, 4};
  private static final long[] AFTER = {5, 6, 7, 8};

  private RowStoreStress() {}

  /// A reused row returns its first owner only for the first fingerprint, and its second owner only
  /// for the second.
  @JCStressTest
  @Outcome(id = "1, -1", expect = Expect.ACCEPTABLE, desc = "before")
  @Outcome(id = "-1, -1", expect = Expect.ACCEPTABLE, desc = "in between")
  @Outcome(id = "-1, 2", expect = Expect.ACCEPTABLE, desc = "after")
  @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "changed between the two reads")
  @State
  public static class WriteAgain {
    private final RowStore rows = new RowStore(4);
    private final int row = rows.take(BEFORE);

    public WriteAgain() {
      rows.setOwner(row, 1);
    }

    @Actor
    public void write() {
      rows.setOwner(row, RowStore.ABSENT);
      rows.give(row);
      rows.setOwner(rows.take(AFTER), 2);
    }

    @Actor
    public void ask(II_Result seen) {
      seen.r1 = rows.owner(row, BEFORE);
      seen.r2 = rows.owner(row, AFTER);
    }
  }

  /// A fingerprint that is being added has its own owner or none, never the previous owner of the
  /// row.
  @JCStressTest
  @Outcome(id = "-1", expect = Expect.ACCEPTABLE, desc = "not added yet")
  @Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "added")
  @State
  public static class AskForWhatComes {
    private final RowStore rows = new RowStore(4);
    private final int row = rows.take(BEFORE);

    public AskForWhatComes() {
      rows.setOwner(row, 1);
    }

    @Actor
    public void write() {
      rows.setOwner(row, RowStore.ABSENT);
      rows.give(row);
      rows.setOwner(rows.take(AFTER), 2);
    }

    @Actor
    public void ask(I_Result seen) {
      seen.r1 = rows.owner(row, AFTER);
    }
  }

  /// A row that is reused after its page became part of a block.
  @JCStressTest
  @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "before")
  @Outcome(id = "-1", expect = Expect.ACCEPTABLE, desc = "after")
  @State
  public static class PutTogether {
    private final RowStore rows = new RowStore(4, 0);
    private final int row = rows.take(BEFORE);

    public PutTogether() {
      rows.setOwner(row, 1);
      while (rows.end() < RowPages.ROWS) {
        rows.take(BEFORE);
      }
    }

    @Actor
    public void write() {
      rows.take(BEFORE);
      rows.setOwner(row, RowStore.ABSENT);
      rows.give(row);
      rows.setOwner(rows.take(AFTER), 2);
    }

    @Actor
    public void ask(I_Result seen) {
      seen.r1 = rows.owner(row, BEFORE);
    }
  }

  /// A document whose row is moved by compaction is found.
  @JCStressTest
  @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "found")
  @State
  public static class MoveDown {
    private final Fingerprint goes = Fingerprint.of(128, BEFORE[0], BEFORE[1]);
    private final Fingerprint stays = Fingerprint.of(128, AFTER[0], AFTER[1]);
    private final WideIndex index =
        new WideIndex(128, WideTableCount.NONE, Integer::toString, new RowStore(2, 0));

    public MoveDown() {
      index.add(1, goes);
      index.add(2, stays);
    }

    @Actor
    public void remove() {
      index.remove(1, goes);
    }

    @Actor
    public void lookUp(I_Result seen) {
      seen.r1 = index.search(stays, 0, 1, 10).matches().size();
    }
  }
}

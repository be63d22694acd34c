package io.neardup.index.narrow;

import io.neardup.simhash.Fingerprint;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/// The states that lookups may see while documents are added, removed and moved.
final class IndexStress {

  private static final long WORD = 0x0101_0101_0101_0101L;
  private static final Fingerprint HERE = Fingerprint.of(WORD);
  private static final Fingerprint THERE = Fingerprint.of(WORD ^ 0b10);

  private IndexStress() {}

  private static int matches(PermutationIndex index) {
    return index.search(HERE, 3, 1, 10).matches().size();
  }

  private static PermutationIndex index() {
    return new PermutationIndex(BlockLayout.DEFAULT, Integer::toString);
  }

  /// A document whose fingerprint changes within the distance is found exactly once.
  @JCStressTest
  @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "found")
  @State
  public static class Move {
    private final PermutationIndex index = index();

    public Move() {
      index.add(1, HERE);
    }

    @Actor
    public void move() {
      index.move(1, HERE, THERE);
    }

    @Actor
    public void lookUp(I_Result seen) {
      seen.r1 = matches(index);
    }
  }

  /// A second document with the same fingerprint is added.
  @JCStressTest
  @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "the first")
  @Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "both")
  @State
  public static class Share {
    private final PermutationIndex index = index();

    public Share() {
      index.add(1, HERE);
    }

    @Actor
    public void add() {
      index.add(2, HERE);
    }

    @Actor
    public void lookUp(I_Result seen) {
      seen.r1 = matches(index);
    }
  }

  /// A document that one lookup found is found by the next one as well.
  @JCStressTest
  @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "not added yet")
  @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "added in between")
  @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "stored")
  @State
  public static class AddAndLookUpTwice {
    private final PermutationIndex index = index();

    @Actor
    public void add() {
      index.add(1, Fingerprint.of(WORD ^ 0b1));
    }

    @Actor
    public void lookUp(II_Result seen) {
      seen.r1 = matches(index);
      seen.r2 = index.search(Fingerprint.of(WORD ^ 1L << 40), 3, 1, 10).matches().size();
    }
  }

  /// A document that one lookup did not find after its removal is not found by the next one either.
  @JCStressTest
  @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "removed")
  @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "removed in between")
  @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "stored")
  @State
  public static class RemoveAndLookUpTwice {
    private final PermutationIndex index = index();

    public RemoveAndLookUpTwice() {
      index.add(1, HERE);
    }

    @Actor
    public void remove() {
      index.remove(1, HERE);
    }

    @Actor
    public void lookUp(II_Result seen) {
      seen.r1 = matches(index);
      seen.r2 = matches(index);
    }
  }
}

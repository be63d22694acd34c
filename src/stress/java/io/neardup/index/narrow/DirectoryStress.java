package io.neardup.index.narrow;

import io.neardup.index.PollingInterval;
import io.neardup.index.StopSignal;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/// The states of a directory that readers may see while its buckets are rebuilt.
final class DirectoryStress {

  /* In all of these tests, fingerprint STAYS is in the directory from the beginning, so every lookup
  must find it, whatever the writer does to its bucket or to the directory. */

  private static final long STAYS = 0x1234_5678_9ABC_DEF0L;
  private static final int OWNER = 9;

  private DirectoryStress() {}

  /// A directory whose fingerprints are in few buckets, with a size at which one more or one less
  /// rebuilds a bucket.
  private static BucketDirectory directory(int others, int bound) {
    Permutation permutation = new Permutation(0xFFFFL, -1L << 16);
    BucketDirectory directory =
        new BucketDirectory(permutation, 0, true, new BucketSplitting(3, bound, 1));
    for (int i = 1; i <= others; i++) {
      directory.add(other(i), i);
    }
    directory.add(STAYS, OWNER);
    return directory;
  }

  private static long other(int i) {
    return STAYS ^ i * 0x9E37_79B9_7F4A_0000L;
  }

  private static int found(BucketDirectory directory) {
    BucketCandidates hits = new BucketCandidates(STAYS, 0, new PollingInterval(StopSignal.NEVER));
    directory.scan(hits);
    return hits.nearestFirst().length;
  }

  /// The bucket grows or is split during the lookup.
  @JCStressTest
  @Outcome(id = "1, 9", expect = Expect.ACCEPTABLE, desc = "found")
  @State
  public static class AddAndLookUp {
    private final BucketDirectory directory = directory(3, 4);

    @Actor
    public void add() {
      for (int i = 4; i < 10; i++) {
        directory.add(other(i), i);
      }
    }

    @Actor
    public void lookUp(II_Result seen) {
      seen.r1 = found(directory);
      seen.r2 = directory.owner(STAYS);
    }
  }

  /// A split bucket shrinks and is merged during the lookup.
  @JCStressTest
  @Outcome(id = "1, 9", expect = Expect.ACCEPTABLE, desc = "found")
  @State
  public static class RemoveAndLookUp {
    private final BucketDirectory directory = directory(9, 8);

    @Actor
    public void remove() {
      for (int i = 1; i < 10; i++) {
        directory.remove(other(i));
      }
    }

    @Actor
    public void lookUp(II_Result seen) {
      seen.r1 = found(directory);
      seen.r2 = directory.owner(STAYS);
    }
  }

  /// The directory doubles during the lookup.
  @JCStressTest
  @Outcome(id = "1, 9", expect = Expect.ACCEPTABLE, desc = "found")
  @State
  public static class GrowAndLookUp {
    private final BucketDirectory directory = directory(31, 1000);

    @Actor
    public void grow() {
      directory.add(~STAYS, 1000);
    }

    @Actor
    public void lookUp(II_Result seen) {
      seen.r1 = found(directory);
      seen.r2 = directory.owner(STAYS);
    }
  }

  /// A lookup in a split bucket returns the new owner or none, nothing else.
  @JCStressTest
  @Outcome(id = "-1", expect = Expect.ACCEPTABLE, desc = "not added yet")
  @Outcome(id = "77", expect = Expect.ACCEPTABLE, desc = "added")
  @State
  public static class AddToASplitBucket {
    private final BucketDirectory directory = directory(9, 8);

    @Actor
    public void add() {
      directory.add(other(10), 77);
    }

    @Actor
    public void lookUp(I_Result seen) {
      seen.r1 = directory.owner(other(10));
    }
  }
}

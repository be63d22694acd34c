package io.neardup.index.narrow;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/// The states of a single bucket that readers may see while it is written.
final class BucketStress {

  private BucketStress() {}

  /// A fingerprint is counted only after it was written.
  @JCStressTest
  @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "not added yet")
  @Outcome(id = "1, 7", expect = Expect.ACCEPTABLE, desc = "added")
  @State
  public static class AppendAndScan {
    private final long[] bucket = new long[4];

    @Actor
    public void append() {
      if (Bucket.with(bucket, false, 7, Bucket.ABSENT) != bucket) {
        throw new AssertionError("the bucket was full");
      }
    }

    @Actor
    public void scan(II_Result seen) {
      seen.r1 = Bucket.count(bucket);
      seen.r2 = seen.r1 == 0 ? 0 : (int) Bucket.fingerprint(bucket, 0);
    }
  }

  /// A fingerprint is counted only after its owner was written.
  @JCStressTest
  @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "not added yet")
  @Outcome(id = "1, 42", expect = Expect.ACCEPTABLE, desc = "added")
  @State
  public static class AppendAndOwner {
    private final long[] bucket = new long[7];

    @Actor
    public void append() {
      if (Bucket.with(bucket, true, 7, 42) != bucket) {
        throw new AssertionError("the bucket was full");
      }
    }

    @Actor
    public void scan(II_Result seen) {
      seen.r1 = Bucket.count(bucket);
      seen.r2 = seen.r1 == 0 ? 0 : Bucket.owner(bucket, 0);
    }
  }

  /// Two owners share a word: writing one does not change the other.
  @JCStressTest
  @Outcome(id = "5, 6", expect = Expect.ACCEPTABLE, desc = "before")
  @Outcome(id = "5, -1", expect = Expect.ACCEPTABLE, desc = "after")
  @State
  public static class OwnersSideBySide {
    private final long[] bucket;

    public OwnersSideBySide() {
      long[] one = Bucket.with(new long[7], true, 7, 5);
      bucket = Bucket.with(one, true, 8, 6);
    }

    @Actor
    public void remove() {
      Bucket.setOwner(bucket, 1, Bucket.ABSENT);
    }

    @Actor
    public void read(II_Result seen) {
      seen.r1 = Bucket.owner(bucket, 0);
      seen.r2 = Bucket.owner(bucket, 1);
    }
  }
}

package io.neardup.cluster;

import java.util.concurrent.atomic.LongAdder;

/// The counts of reads from a cluster.
public final class ReadCounts {

  private final LongAdder complete = new LongAdder();
  private final LongAdder incomplete = new LongAdder();
  private final LongAdder hedged = new LongAdder();

  void answered(boolean isComplete) {
    (isComplete ? complete : incomplete).increment();
  }

  void hedged() {
    hedged.increment();
  }

  /// Reads that all their partitions answered.
  public long complete() {
    return complete.sum();
  }

  /// Reads without an answer of some partition.
  public long incomplete() {
    return incomplete.sum();
  }

  /// Rounds of reads in which standbys were asked because an owner was slow.
  public long hedgedRounds() {
    return hedged.sum();
  }
}

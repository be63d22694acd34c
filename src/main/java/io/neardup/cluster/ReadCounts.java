package io.neardup.cluster;

import java.util.concurrent.atomic.LongAdder;

/// The counts of reads from a cluster.
public final class ReadCounts {

  private final LongAdder complete = new LongAdder();
  private final LongAdder incomplete = new LongAdder();
  private final LongAdder hedged = new LongAdder();
  private final LongAdder sent = new LongAdder();

  void answered(boolean isComplete) {
    (isComplete ? complete : incomplete).increment();
  }

  void hedged() {
    hedged.increment();
  }

  void sent() {
    sent.increment();
  }

  /// Reads that all their partitions answered.
  public long complete() {
    return complete.sum();
  }

  /// Reads without an answer of some partition.
  public long incomplete() {
    return incomplete.sum();
  }

  /// Rounds of reads in which further instances were asked because some were slow.
  public long hedgedRounds() {
    return hedged.sum();
  }

  /// Requests to other instances, each of which may be for several reads.
  public long requests() {
    return sent.sum();
  }
}

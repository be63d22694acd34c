package io.neardup.pairs;

import java.util.concurrent.atomic.LongAdder;

/// The control of a running join: progress and cancellation. Thread-safe.
public final class JoinRun {

  private final LongAdder done = new LongAdder();
  private volatile long total = Long.MAX_VALUE;
  private volatile boolean cancelled;

  /// Requests the join to stop. Its threads stop within milliseconds; pairs found until then may
  /// still reach the sink.
  public void cancel() {
    cancelled = true;
  }

  /// Whether cancellation was requested.
  public boolean isCancelled() {
    return cancelled;
  }

  /// The share of the work that is done, 0.0 to 1.0.
  public double progress() {
    return Math.min(1.0, (double) done.sum() / total);
  }

  /// Begins a join of some steps of work.
  public void begin(long work) {
    total = Math.max(1, work);
  }

  /// Counts steps that are done.
  public void did(long work) {
    done.add(work);
  }
}

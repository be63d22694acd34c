package io.neardup.pairs;

import java.util.concurrent.atomic.LongAdder;

/// One run of a join as seen from outside: how far it is, and a way to stop it.
public final class JoinRun {

  private final LongAdder done = new LongAdder();
  private volatile long total = Long.MAX_VALUE;
  private volatile boolean cancelled;

  /// Asks the join to stop. Its threads do within milliseconds; what they find until then may still
  /// reach the sink.
  public void cancel() {
    cancelled = true;
  }

  /// Whether it was asked to stop.
  public boolean isCancelled() {
    return cancelled;
  }

  /// The share of the work that is done, 0.0 to 1.0.
  public double progress() {
    return Math.min(1.0, (double) done.sum() / total);
  }

  void begin(long work) {
    total = Math.max(1, work);
  }

  void did(long work) {
    done.add(work);
  }
}

package io.neardup.store;

import java.util.concurrent.atomic.LongAdder;

/// What the log has committed since the start, and how long that took. Each commit is one sync.
/// Safe for concurrent use.
public final class CommitCounts {

  private final LongAdder commits = new LongAdder();
  private final LongAdder failures = new LongAdder();
  private final LongAdder events = new LongAdder();
  private final LongAdder nanos = new LongAdder();
  private volatile boolean failing;

  public CommitCounts() {}

  public void committed(int events, long nanos) {
    this.commits.increment();
    this.events.add(events);
    this.nanos.add(nanos);
    this.failing = false;
  }

  public void failed() {
    failures.increment();
    failing = true;
  }

  /// How many commits succeeded.
  public long commits() {
    return commits.sum();
  }

  /// How many failed.
  public long failures() {
    return failures.sum();
  }

  /// How many events the commits held.
  public long events() {
    return events.sum();
  }

  /// How long the commits took in all, in nanoseconds.
  public long nanos() {
    return nanos.sum();
  }

  /// Whether the last commit failed.
  public boolean failing() {
    return failing;
  }
}

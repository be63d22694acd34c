package io.neardup.store;

import java.util.concurrent.atomic.LongAdder;

/// Counts of the commits of the log since the start, and their time. Each commit is one sync.
/// Thread-safe.
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

  /// The number of successful commits.
  public long commits() {
    return commits.sum();
  }

  /// The number of failed commits.
  public long failures() {
    return failures.sum();
  }

  /// The number of committed events.
  public long events() {
    return events.sum();
  }

  /// The total time of commits, in nanoseconds.
  public long nanos() {
    return nanos.sum();
  }

  /// Whether the last commit failed.
  public boolean failing() {
    return failing;
  }
}

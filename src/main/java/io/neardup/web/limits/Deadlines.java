package io.neardup.web.limits;

import io.neardup.web.limits.Deadline.TimedWork;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/// Begins the deadlines of requests and of the lines of streams.
///
/// @param limit of each
/// @param nanoTime as System.nanoTime
public record Deadlines(Duration limit, LongSupplier nanoTime) {

  /// For work on the thread of a request. It is a virtual thread, and lets others use its carrier
  /// at each check.
  public Deadline begin(TimedWork work) {
    return begin(work, () -> false).in(Thread::yield);
  }

  /// For work that can be cancelled before the deadline.
  Deadline begin(TimedWork work, BooleanSupplier isCancelled) {
    return new Deadline(work, limit, nanoTime, isCancelled);
  }
}

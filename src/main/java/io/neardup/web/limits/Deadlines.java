package io.neardup.web.limits;

import io.neardup.web.limits.Deadline.TimedWork;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/// Begins the deadlines of requests and of the lines of streams.
public final class Deadlines {

  private final Duration limit;
  private final LongSupplier nanoTime;

  /// @param limit of each
  /// @param nanoTime as System.nanoTime
  public Deadlines(Duration limit, LongSupplier nanoTime) {
    this.limit = limit;
    this.nanoTime = nanoTime;
  }

  /// The time limit.
  public Duration limit() {
    return limit;
  }

  /// For work on a request. Only the thread of the request may check it; it is a virtual thread,
  /// and lets others use its carrier at each check.
  public Deadline begin(TimedWork work, HttpServletRequest request) {
    return begin(work, () -> ClientValve.hasLeft(request)).in(Thread::yield);
  }

  /// For work that may take as long as its client stays. Only the thread of the request may check
  /// it.
  public Deadline whileClientWaits(TimedWork work, HttpServletRequest request) {
    return new Deadline(work, Duration.ofDays(365), nanoTime, () -> ClientValve.hasLeft(request))
        .in(Thread::yield);
  }

  /// For work whose client is checked elsewhere.
  Deadline begin(TimedWork work, BooleanSupplier clientHasLeft) {
    return new Deadline(work, limit, nanoTime, clientHasLeft);
  }
}

package io.neardup.web.limits;

import io.neardup.web.limits.Deadline.TimedWork;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.function.LongSupplier;

/// Begins the deadlines of requests.
public final class Deadlines {

  private final Duration limit;
  private final LongSupplier nanoTime;

  /// @param limit how long work may take
  /// @param nanoTime as System.nanoTime
  public Deadlines(Duration limit, LongSupplier nanoTime) {
    this.limit = limit;
    this.nanoTime = nanoTime;
  }

  /// How long work may take.
  public Duration limit() {
    return limit;
  }

  /// For work on a request, to be asked by the thread of the request.
  public Deadline begin(TimedWork work, HttpServletRequest request) {
    return new Deadline(work, limit, nanoTime, () -> ClientValve.hasLeft(request));
  }

  /// For work that may take as long as its client stays, to be asked by the thread of the request.
  public Deadline whileClientWaits(TimedWork work, HttpServletRequest request) {
    return new Deadline(work, Duration.ofDays(365), nanoTime, () -> ClientValve.hasLeft(request));
  }

  /// For work on one line of a stream. Whether the client of a stream is still there is known to
  /// those who read and write it.
  public Deadline beginLine(TimedWork work) {
    return new Deadline(work, limit, nanoTime, () -> false);
  }
}

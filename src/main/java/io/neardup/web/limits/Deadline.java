package io.neardup.web.limits;

import io.neardup.index.StopSignal;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/// When the work on a request ends: after so long, or once its client has left. For one thread at a
/// time, that of the request where there is a client to ask about.
public final class Deadline implements StopSignal {

  /// What it is that ends, and what callers can do about it.
  public enum TimedWork {
    /// A lookup, for itself or before a document is stored.
    LOOKUP(
        "lookup",
        "ask for a smaller maxDistance, a recall below 1, fewer of the nearest or a filter that more"
            + " documents pass"),

    /// What is told of two texts, or of how a fingerprint comes about.
    COMPARISON("request", "ask for fewer measures, leave out explain, or send shorter texts"),

    /// A search through a whole collection for one JSON value.
    JOIN(
        "join",
        "ask for application/x-ndjson, which may take as long as it likes, for a smaller maxDistance"
            + " or a recall below 1");

    private final String field;
    private final String remedy;

    TimedWork(String field, String remedy) {
      this.field = field;
      this.remedy = remedy;
    }
  }

  /// How often clients are asked about, and after how long first: it takes a call of the system.
  private static final long CLIENT_NANOS = Duration.ofSeconds(1).toNanos();

  private final TimedWork work;
  private final Duration limit;
  private final LongSupplier nanoTime;
  private final BooleanSupplier clientHasLeft;
  private final long begin;
  private long asked;

  /// @param limit from now on
  /// @param nanoTime as System.nanoTime
  Deadline(TimedWork work, Duration limit, LongSupplier nanoTime, BooleanSupplier clientHasLeft) {
    this.work = work;
    this.limit = limit;
    this.nanoTime = nanoTime;
    this.clientHasLeft = clientHasLeft;
    this.begin = nanoTime.getAsLong();
    this.asked = begin;
  }

  /// Returns if the work may go on.
  ///
  /// @throws RequestException UNAVAILABLE if it may not
  @Override
  public void check() {
    long now = nanoTime.getAsLong();
    if (now - begin > limit.toNanos()) {
      throw stopped(
          "was stopped after neardup.limits.deadline, "
              + limit.toMillis()
              + " ms; "
              + work.remedy
              + ", or raise that limit");
    }
    if (now - asked >= CLIENT_NANOS) {
      asked = now;
      if (clientHasLeft.getAsBoolean()) {
        throw stopped("was stopped, as its client has left");
      }
    }
  }

  private RequestException stopped(String why) {
    return new RequestException(Fault.UNAVAILABLE, work.field, why);
  }
}

package io.neardup.web.limits;

import io.neardup.index.StopSignal;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import java.time.Duration;
import java.util.function.LongSupplier;

/// The time limit of one lookup, comparison or join, with the memory of its request. Not
/// thread-safe.
public final class Deadline implements StopSignal {

  /// What is limited, and what callers can do to stay below the limit.
  public enum TimedWork {
    /// A lookup, of its own or before a document is stored.
    LOOKUP(
        "lookup",
        "request a smaller maxDistance, a recall below 1, fewer of the nearest or a filter that"
            + " more documents pass"),

    /// A comparison of two texts, or the explanation of a fingerprint.
    COMPARISON(
        "request", "request fewer measures, leave out passages and explain, or send shorter texts"),

    /// A sample of pairs.
    SAMPLE("samples", "request a smaller maxDistance"),

    /// An evaluation of labelled pairs or of documents.
    EVALUATION("body", "send fewer pairs or texts, shorter ones, or fewer profiles"),

    /// A join of a whole collection that a request waits for.
    JOIN(
        "join",
        "request a smaller maxDistance or a recall below 1, or start a job, which has no time"
            + " limit: POST /collections/{name}/jobs");

    private final String field;
    private final String remedy;

    TimedWork(String field, String remedy) {
      this.field = field;
      this.remedy = remedy;
    }
  }

  /// The time limit of requests and of the lines of streams.
  ///
  /// @param duration from the beginning of each on
  /// @param nanoTime as System.nanoTime
  public record Limit(Duration duration, LongSupplier nanoTime) {

    /// The deadline of work on the thread of a request. It is a virtual thread, and lets others use
    /// its carrier at each check.
    public Deadline begin(TimedWork work) {
      return new Deadline(work, this, Thread::yield, NEVER, nanoTime.getAsLong());
    }
  }

  private final TimedWork work;
  private final Limit limit;
  private final StopSignal stop;
  private final StopSignal memory;
  private final long begin;

  /// @param limit from `begin` on
  /// @param stop is checked as well: that of the [FairExecutor], if the work runs there
  /// @param memory counts that of the request or line
  private Deadline(TimedWork work, Limit limit, StopSignal stop, StopSignal memory, long begin) {
    this.work = work;
    this.limit = limit;
    this.stop = stop;
    this.memory = memory;
    this.begin = begin;
  }

  /// A copy that checks the slot of its work, or that and more.
  Deadline in(StopSignal stop) {
    return new Deadline(work, limit, stop, memory, begin);
  }

  /// A copy that takes memory of a request or a line.
  Deadline with(StopSignal memory) {
    return new Deadline(work, limit, stop, memory, begin);
  }

  @Override
  public void hold(long bytes) {
    memory.hold(bytes);
  }

  @Override
  public long holdText(long textBytes) {
    return memory.holdText(textBytes);
  }

  /// Returns if the work may continue, which may be after other work that has a higher priority.
  ///
  /// @throws RequestException UNAVAILABLE if it may not continue
  @Override
  public void check() {
    stop.check();
    long now = limit.nanoTime.getAsLong();
    if (now - begin > limit.duration.toNanos()) {
      throw new RequestException(
          Fault.UNAVAILABLE,
          work.field,
          "was stopped after neardup.limits.deadline, "
              + limit.duration.toMillis()
              + " ms; "
              + work.remedy
              + ", or raise that limit");
    }
  }
}

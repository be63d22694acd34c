package io.neardup.web.limits;

import io.neardup.index.StopSignal;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import java.time.Duration;
import java.util.function.LongSupplier;

/// The time limit of one lookup, comparison or join; also counts its request's memory. Not
/// thread-safe.
public final class Deadline implements StopSignal {

  /// The kinds of limited work, and what callers can do to stay below the limit.
  public enum TimedWork {
    /// A lookup, by itself or before a document is stored.
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

  /// The time limit of requests and stream lines.
  ///
  /// @param duration counted from the beginning of each
  /// @param nanoTime like System.nanoTime
  public record Limit(Duration duration, LongSupplier nanoTime) {

    /// The deadline for work on the thread of a request. That is a virtual thread, which yields its
    /// carrier at each check.
    public Deadline begin(TimedWork work) {
      return new Deadline(work, this, Thread::yield, NEVER, nanoTime.getAsLong());
    }
  }

  private final TimedWork work;
  private final Limit limit;
  private final StopSignal stop;
  private final StopSignal memory;
  private final long begin;

  /// @param limit counted from this call
  /// @param stop checked as well: the [FairExecutor] slot, if the work runs there
  /// @param memory counts the memory of the request or line
  private Deadline(TimedWork work, Limit limit, StopSignal stop, StopSignal memory, long begin) {
    this.work = work;
    this.limit = limit;
    this.stop = stop;
    this.memory = memory;
    this.begin = begin;
  }

  /// A copy that also checks `stop`, such as the slot that the work runs in.
  Deadline in(StopSignal stop) {
    return new Deadline(work, limit, stop, memory, begin);
  }

  /// A copy that counts memory for a request or a line.
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

  /// Returns once the work may continue, possibly after work with a higher priority.
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

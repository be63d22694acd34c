package io.neardup.service.job;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/// Counts the jobs that ended since the start, and their time. Thread-safe.
public final class JobCounts {

  private final Map<Ended, LongAdder> jobs = new ConcurrentHashMap<>();
  private final Map<Ended, LongAdder> nanos = new ConcurrentHashMap<>();

  private record Ended(String kind, JobState state) {}

  void count(String kind, JobState state, long took) {
    Ended ended = new Ended(kind, state);
    jobs.computeIfAbsent(ended, key -> new LongAdder()).increment();
    nanos.computeIfAbsent(ended, key -> new LongAdder()).add(took);
  }

  /// The number of runs of a kind that ended in a state.
  public long jobs(String kind, JobState state) {
    LongAdder counted = jobs.get(new Ended(kind, state));
    return counted == null ? 0 : counted.sum();
  }

  /// The time that they took, in nanoseconds.
  public double nanos(String kind, JobState state) {
    LongAdder counted = nanos.get(new Ended(kind, state));
    return counted == null ? 0 : counted.sum();
  }
}

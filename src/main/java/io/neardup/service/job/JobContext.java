package io.neardup.service.job;

import io.neardup.index.StopSignal;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// What the work of a job reports to, and asks whether to go on. Thread-safe.
public final class JobContext implements StopSignal {

  private final JobResultWriter results;
  private final Map<String, Long> counts = new ConcurrentHashMap<>();
  private volatile long total;
  private volatile LongSupplier done = () -> 0;
  private volatile boolean stopped;
  private @Nullable Runnable onStop; // guarded by this

  JobContext(JobResultWriter results) {
    this.results = results;
  }

  /// Ends the work of a job that was stopped.
  static final class JobStoppedException extends RuntimeException {
    JobStoppedException() {
      super("the job was stopped", null, false, false);
    }
  }

  /// Adds a result, which becomes a line of JSON.
  ///
  /// @throws RuntimeException if the job is to end: it was stopped, the results are too large, or
  ///   the disk is full
  public void append(Object result) {
    check();
    results.append(result);
  }

  /// Adds to a count.
  public void count(String name, long more) {
    counts.merge(name, more, Long::sum);
  }

  /// Reports how much work there is, and where to read how much of it is done.
  ///
  /// @param all in units of the kind, such as documents
  public void progress(long all, LongSupplier doneSoFar) {
    done = doneSoFar;
    total = all;
  }

  /// Has `stop` called when the job is stopped, at once if it was stopped already.
  public void onStop(Runnable stop) {
    synchronized (this) {
      onStop = stop;
    }
    if (stopped) {
      stop.run();
    }
  }

  @Override
  public void check() {
    if (stopped) {
      throw new JobStoppedException();
    }
  }

  /// Whether it was stopped.
  boolean isStopped() {
    return stopped;
  }

  /// Requests the work to end.
  void stop() {
    stopped = true;
    Runnable stop;
    synchronized (this) {
      stop = onStop;
    }
    if (stop != null) {
      stop.run();
    }
  }

  long done() {
    return done.getAsLong();
  }

  long total() {
    return total;
  }

  Map<String, Long> counts() {
    return new TreeMap<>(counts);
  }

  JobResultWriter results() {
    return results;
  }
}

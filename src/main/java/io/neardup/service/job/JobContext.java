package io.neardup.service.job;

import io.neardup.index.StopSignal;
import io.neardup.service.job.JobStatus.JobProgress;
import io.neardup.service.join.JoinResult;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What the work of a job reports to, and asks whether to go on. Thread-safe.
public final class JobContext implements StopSignal {

  private final String id;
  private final JobResultWriter results;
  private final Supplier<JobResultWriter> undoFile;
  private final Map<String, Long> counts = new ConcurrentHashMap<>();
  private volatile long total;
  private volatile LongSupplier done = () -> 0;
  private volatile @Nullable JoinResult joined;
  private volatile boolean stopped;
  private @Nullable Runnable onStop; // guarded by this

  private @Nullable JobResultWriter undoWriter; // guarded by this
  private volatile Runnable onDone = () -> {};

  /// @param id of the job
  /// @param undoFile opens the file of what it keeps to undo its changes
  JobContext(String id, JobResultWriter results, Supplier<JobResultWriter> undoFile) {
    this.id = id;
    this.results = results;
    this.undoFile = undoFile;
  }

  /// The id of the job.
  String id() {
    return id;
  }

  /// Writes what the job keeps to undo its changes, see [UndoEntry].
  synchronized JobResultWriter undo() {
    JobResultWriter open = undoWriter == null ? undoFile.get() : undoWriter;
    undoWriter = open;
    return open;
  }

  /// Makes what the job keeps durable, if it keeps anything.
  synchronized void closeUndo() {
    if (undoWriter != null) {
      try (JobResultWriter closed = undoWriter) {
        closed.sync();
      }
    }
  }

  /// Has an action run once the state of the job is stored as done.
  void onDone(Runnable action) {
    onDone = action;
  }

  Runnable onDone() {
    return onDone;
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

  /// Reports what the work joins, and what it guarantees to find; null if it joins nothing.
  public void joined(@Nullable JoinResult result) {
    joined = result;
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

  /// What the work has done so far.
  JobProgress made() {
    long all = total;
    return new JobProgress(
        Math.min(done.getAsLong(), all), all, results.lines(), results.bytes(), counts(), joined);
  }

  Map<String, Long> counts() {
    return new TreeMap<>(counts);
  }

  JobResultWriter results() {
    return results;
  }
}

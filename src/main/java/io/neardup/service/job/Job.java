package io.neardup.service.job;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A job and its present run. Thread-safe.
final class Job {

  private JobStatus status; // guarded by this
  private @Nullable JobContext run; // while it runs; guarded by this
  private boolean stopped; // guarded by this
  private boolean cancelled; // guarded by this

  Job(JobStatus status) {
    this.status = status;
  }

  synchronized JobStatus status() {
    return run == null ? status : status.with(run.made());
  }

  /// Whether its state is final.
  synchronized boolean isEnded() {
    return status.state().isFinal();
  }

  /// Replaces the state of a job that does not run.
  synchronized void set(JobStatus changed) {
    status = changed;
    run = null;
    stopped = false;
    cancelled = false;
    notifyAll();
  }

  synchronized void begin(JobContext begun, Instant now) {
    run = begun;
    status = status.running(now);
    if (stopped) {
      begun.stop();
    }
  }

  /// Requests the run to end.
  ///
  /// @param byClient whether its state will be cancelled; otherwise it will be interrupted
  void stop(boolean byClient) {
    JobContext running;
    synchronized (this) {
      stopped = true;
      cancelled |= byClient;
      running = run;
    }
    if (running != null) {
      running.stop();
    }
  }

  synchronized boolean isCancelled() {
    return cancelled;
  }

  /// Waits until its state is final, at most for that time.
  synchronized void awaitEnd(long millis) throws InterruptedException {
    long end = System.nanoTime() + millis * 1_000_000;
    while (!status.state().isFinal()) {
      long left = (end - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        return;
      }
      wait(left);
    }
  }
}

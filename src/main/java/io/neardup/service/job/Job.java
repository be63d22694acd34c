package io.neardup.service.job;

import io.neardup.service.CallerQuota.Share;
import io.neardup.service.job.JobStatus.JobProgress;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// A job, its present run, and what it holds of quotas. Thread-safe.
final class Job {

  private JobStatus status; // guarded by this
  private @Nullable JobContext run; // while it runs; guarded by this
  private @Nullable Stop stop; // of its present run, or the next one; guarded by this
  private @Nullable String waitingFor; // a collection without an owner; guarded by this
  private @Nullable Share place; // while it waits or runs; guarded by this
  private @Nullable Share size; // of its files once it has ended; guarded by this
  private final AtomicReference<@Nullable JobStatus> unsaved = new AtomicReference<>();

  /// Why a run is to end. Of several reasons, the last one here counts.
  enum Stop {
    /// The process ends.
    INTERRUPT,

    /// Another process answers for its collection.
    RELEASE,

    /// A client or the deletion of a collection ended it.
    CANCEL
  }

  Job(JobStatus status) {
    this.status = status;
  }

  synchronized String id() {
    return status.id();
  }

  synchronized String caller() {
    return status.caller();
  }

  /// Its final state while that is not on disk, else null.
  AtomicReference<@Nullable JobStatus> unsaved() {
    return unsaved;
  }

  /// Holds a place among the jobs that wait or run, until its state is final.
  synchronized void hold(Share taken) {
    place = taken;
  }

  /// Replaces the share of the size of all results that it holds.
  ///
  /// @param kept null if it keeps nothing
  void keep(@Nullable Share kept) {
    Share before;
    synchronized (this) {
      before = size;
      size = kept;
    }
    if (before != null) {
      before.close();
    }
  }

  synchronized JobStatus status() {
    JobProgress made = run == null ? status.progress() : run.made();
    return status.with(made.waiting(waitingFor));
  }

  /// Its run waits for the owner of a collection, or no longer if null.
  synchronized void waitFor(@Nullable String collection) {
    waitingFor = collection;
  }

  synchronized boolean isWaiting() {
    return waitingFor != null;
  }

  /// Its state without what its present run has done.
  synchronized JobStatus withoutRun() {
    return status;
  }

  synchronized boolean isEnded() {
    return status.state().isFinal();
  }

  /// Replaces the state of a job that does not run. Its place is free if that is final.
  synchronized void set(JobStatus changed) {
    status = changed;
    if (changed.state().isFinal() && place != null) {
      place.close();
      place = null;
    }
    run = null;
    stop = null;
    waitingFor = null;
    notifyAll();
  }

  synchronized void begin(JobContext begun, Instant now) {
    run = begun;
    status = status.running(now);
    if (stop != null) {
      begun.stop();
    }
  }

  /// Requests its present run, or the next one, to end.
  void stop(Stop why) {
    JobContext running;
    synchronized (this) {
      stop = stop == null || stop.compareTo(why) < 0 ? why : stop;
      running = run;
    }
    if (running != null) {
      running.stop();
    }
  }

  synchronized boolean isStopped() {
    return stop != null;
  }

  /// Whether its run is to end for this reason.
  synchronized boolean isStopped(Stop why) {
    return stop == why;
  }

  /// Gives back what it holds of quotas.
  void leave() {
    Share held;
    synchronized (this) {
      held = place;
      place = null;
    }
    if (held != null) {
      held.close();
    }
    keep(null);
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

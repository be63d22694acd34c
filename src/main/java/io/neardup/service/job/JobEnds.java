package io.neardup.service.job;

import io.neardup.service.CallerQuota;
import io.neardup.service.CallerQuota.Bound;
import io.neardup.service.CallerQuota.Share;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.store.StoreException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// What jobs keep once they have ended: their final states and results; and the quota of their
/// size. Thread-safe.
final class JobEnds implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(JobEnds.class);

  private final JobRegistry jobs;
  private final JobFiles files;
  private final JobStates states;
  private final CallerQuota resultQuota; // bytes of results, of running and of finished jobs

  /// @param jobs all jobs
  /// @param maxResults maximum size of all results, in bytes
  JobEnds(JobRegistry jobs, JobFiles files, JobStates states, long maxResults) {
    this.jobs = jobs;
    this.files = files;
    this.states = states;
    this.resultQuota = new CallerQuota(maxResults, JobEnds::sizeRefused);
  }

  private static RuntimeException sizeRefused(CallerQuota quota, Bound bound) {
    return new RequestException(
        Fault.TOO_LARGE,
        "results",
        (bound == Bound.CALLER
                ? "of one caller may take "
                    + quota.perCaller()
                    + " bytes, three quarters of neardup.jobs.max-results"
                : "of all jobs may take neardup.jobs.max-results, " + quota.total() + " bytes")
            + "; delete finished jobs, lower maxDistance, add a filter, or raise that limit");
  }

  /// The quota of the size of results, in bytes.
  CallerQuota resultQuota() {
    return resultQuota;
  }

  /// A share of the quota for a job that begins.
  Share open(String caller) {
    return resultQuota.open(caller);
  }

  /// Gives a job that was stored the state which it has where it is taken over, and counts what it
  /// keeps.
  ///
  /// @param alone whether no other process may run it meanwhile
  void takeOver(Job job, JobStatus stored, Instant now, boolean alone) {
    if (stored.state() != JobState.RUNNING) {
      account(job, stored);
      return;
    }
    JobStatus status = files.endOf(stored, now); // the process that ran it has ended, or lost it
    if (status.state() == JobState.INTERRUPTED && !alone) {
      status = stored.lost(now);
    }
    job.set(status);
    if (job.isEnded()) {
      keep(job, status, true);
    }
  }

  /// Counts what a job keeps that has ended, and stores its final state.
  ///
  /// @param saves whether the state is stored now; otherwise, and if that is not possible,
  ///   [#saveAll] does so later
  void keep(Job job, JobStatus ended, boolean saves) {
    job.unsaved().set(ended);
    if (saves) {
      save(job, Level.WARN);
    }
    account(job, ended);
  }

  /// Stores the final states that are not stored yet.
  void saveAll() {
    jobs.all().forEach(job -> save(job, Level.DEBUG));
  }

  private void save(Job job, Level failures) {
    synchronized (job.unsaved()) { // not the job, whose readers would wait for a slow disk
      JobStatus ended = job.unsaved().get();
      if (ended == null) {
        return;
      }
      try {
        if (ended.state() != JobState.DONE) {
          files.deleteResults(ended.id());
        }
        states.save(ended);
        job.unsaved().set(null);
      } catch (RuntimeException | Error e) {
        log.atLevel(failures)
            .log("The end of job '{}' cannot be stored yet: {}", ended.id(), e.getMessage());
      }
    }
  }

  /// Gives up an end that is not stored yet, after an attempt to store it that is under way.
  ///
  /// @return null if there is none
  private static @Nullable JobStatus takeUnsaved(Job job) {
    synchronized (job.unsaved()) {
      return job.unsaved().getAndSet(null);
    }
  }

  /// Stores that a job is to run again, in place of its final state, and deletes its results.
  void requeue(Job job) {
    JobStatus queued = job.status().requeued();
    takeUnsaved(job);
    states.save(queued);
    files.deleteResults(queued.id());
    account(job, queued);
    job.set(queued);
  }

  /// Counts the results of a job that has ended.
  void account(Job job, JobStatus status) {
    long bytes = status.progress().bytes();
    Share share = resultQuota.open(status.caller());
    job.keep(bytes == 0 ? null : share);
    if (!share.tryTake(bytes)) {
      log.warn("The results of job '{}' exceed neardup.jobs.max-results", status.id());
    }
  }

  /// Deletes jobs that finished before a time, the oldest of too many, and results of other jobs.
  void expire(Instant oldest) {
    saveAll();
    files.removeOld(oldest);
    for (String id : jobs.expired(oldest)) {
      try {
        if (!jobs.isChanging(id)) {
          delete(id);
        }
      } catch (StoreException | RequestException e) {
        log.warn("Job '{}' cannot be deleted yet: {}", id, e.getMessage());
      }
    }
  }

  /// Deletes a job that does not run.
  ///
  /// @throws StoreException if a file cannot be deleted; the job is as before then
  void delete(String id) {
    jobs.changing(
        id,
        () -> {
          jobs.remove(id, this::delete);
          return null;
        });
  }

  private void delete(Job job) {
    JobStatus ended = takeUnsaved(job);
    try {
      files.deleteResults(job.id());
      states.delete(job.status());
    } catch (StoreException | RequestException e) {
      job.unsaved().set(ended);
      throw e;
    }
    job.keep(null);
  }

  /// Stores the final states that are not stored yet, and names those that cannot be.
  @Override
  public void close() {
    saveAll();
    List<String> lost = jobs.all().filter(job -> job.unsaved().get() != null).map(Job::id).toList();
    if (!lost.isEmpty()) {
      log.warn("The end of these jobs could not be stored: {}", lost);
    }
  }
}

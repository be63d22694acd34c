package io.neardup.service.job;

import io.neardup.service.RequestException;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.job.JobContext.JobStoppedException;
import io.neardup.store.StoreException;
import io.neardup.store.StoreException.StoreFault;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// The processes that answer for the collections of jobs, and what waits for them.
///
/// @param waits is told for which collection a job waits, null once it goes on
record JobOwners(
    DocumentCollections collections, JobStates states, BiConsumer<Job, @Nullable String> waits) {

  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final long NOT_OWNED = -1; // in place of an epoch

  /// Distinguishes the times in which this process answers for the collection of a job.
  long epoch(Job job) {
    return owned(job).map(own -> collections.backend().epoch(own.settings())).orElse(NOT_OWNED);
  }

  /// The collection of a job, if this process answers for it.
  Optional<DocumentCollection> owned(Job job) {
    return collections
        .find(job.status().collection())
        .filter(own -> collections.backend().answersFor(own.settings()));
  }

  /// Whether this process did not answer for the collection of a job all the time.
  ///
  /// @param epoch at the beginning
  boolean haveChanged(Job job, long epoch) {
    return epoch == NOT_OWNED || epoch(job) != epoch;
  }

  /// Whether a job is begun again that lost the owner of another collection, or whose own did not
  /// take its writes.
  boolean allowAnotherRun(Job job) {
    JobStatus begun = job.withoutRun();
    return !collections.backend().isAlone()
        && begun.state() == JobState.RUNNING
        && begun.restarts() == 0;
  }

  /// Waits while no process answers for the collection of a job that failed for that reason, until
  /// the job is stopped: begun at once, it would fail again.
  void await(Job job) {
    waits.accept(job, job.status().collection());
    while (!job.isStopped() && epoch(job) == NOT_OWNED) {
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  /// Stores a state of a job. Waits while the owner of its collection takes no writes, such as
  /// while it claims the partition anew.
  ///
  /// @throws JobStoppedException if the job is stopped before
  void save(Job job, JobStatus status) {
    while (true) {
      try {
        states.save(status);
        break;
      } catch (RequestException | StoreException e) {
        JobFailure failure = JobFailure.of(e);
        if (!failure.mayPass()
            && (failure.storeFault() != StoreFault.IO || collections.backend().isAlone())) {
          throw e;
        }
      }
      if (job.isStopped()) {
        throw new JobStoppedException();
      }
      waits.accept(job, status.collection());
      LockSupport.parkNanos(POLL_NANOS);
    }
    waits.accept(job, null);
  }
}

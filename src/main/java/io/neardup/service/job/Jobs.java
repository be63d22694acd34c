package io.neardup.service.job;

import io.neardup.service.CallerQuota;
import io.neardup.service.CallerQuota.Bound;
import io.neardup.service.CallerQuota.Share;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.collection.CollectionBackend;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.store.StoreException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// The jobs by id, and what they keep once they have ended: their final states and results, and the
/// quota of the size of these. One caller at a time stores or deletes a job. Thread-safe.
final class Jobs implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Jobs.class);
  private static final int MAX_KEPT = 1_000;

  private final JobFiles files;
  private final JobStates states;
  private final CallerQuota resultQuota; // bytes of results, of running and of finished jobs
  private final Map<String, Job> byId = new ConcurrentHashMap<>();
  private final Set<String> changing = ConcurrentHashMap.newKeySet(); // ids being stored or deleted

  /// @param maxResults maximum size of all results, in bytes
  Jobs(JobFiles files, JobStates states, long maxResults) {
    this.files = files;
    this.states = states;
    this.resultQuota = new CallerQuota(maxResults, Jobs::sizeRefused);
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

  CallerQuota resultQuota() {
    return resultQuota;
  }

  /// Adds a job that is stored, unless its id is known: it may have been taken over since.
  void add(Job job) {
    byId.putIfAbsent(job.id(), job);
  }

  Stream<Job> all() {
    return byId.values().stream();
  }

  /// The state of the job of that id, if it is known.
  Optional<JobStatus> status(String id) {
    return Optional.ofNullable(byId.get(id)).map(Job::status);
  }

  @Nullable Job find(String id) {
    return byId.get(id);
  }

  /// The job of that id.
  ///
  /// @throws RequestException NOT_FOUND if it does not exist
  Job get(String id) {
    Job job = byId.get(id);
    if (job == null) {
      throw missing(id);
    }
    return job;
  }

  RequestException missing(String id) {
    return new RequestException(
        Fault.NOT_FOUND,
        "id",
        "names no job; "
            + (states.isComplete(id)
                ? ""
                : "in a cluster, the id of a job ends with the suffix of its collection, as the"
                    + " answer to its submission shows; ")
            + "GET /jobs lists them; was '"
            + id
            + "'");
  }

  /// Refuses the id of another job.
  ///
  /// @throws RequestException CONFLICT if it is taken
  void requireFree(String id) {
    boolean isAlone = states.collections().backend().isAlone(); // else not all are taken over yet
    if (byId.containsKey(id) || !isAlone && states.find(id) != null) {
      throw new RequestException(
          Fault.CONFLICT,
          "id",
          "'"
              + id
              + "' is the id of another job; choose another one, or read that job if this request"
              + " was sent before");
    }
  }

  /// Leaves out a job whose state stays stored.
  void forget(Job job) {
    byId.remove(job.id(), job);
  }

  /// Stores or deletes a job, which nothing else does meanwhile. No lock is held, since the change
  /// waits for the disk.
  ///
  /// @throws RequestException CONFLICT if another call changes it
  <T extends @Nullable Object> T changing(String id, Supplier<T> change) {
    if (!changing.add(id)) {
      throw new RequestException(
          Fault.CONFLICT, "id", "'" + id + "' names a job that is being changed; try again");
    }
    try {
      return change.get();
    } finally {
      changing.remove(id);
    }
  }

  /// Adds a job that was stored, with the state which it has where it is taken over, and counts
  /// what it keeps.
  ///
  /// @param collection whose documents it reads
  /// @return the job if it waits; empty if it has ended, or is known already
  Optional<Job> takeOver(JobStatus stored, DocumentCollection collection, Instant now) {
    Job job = new Job(stored);
    if (byId.putIfAbsent(stored.id(), job) != null) {
      return Optional.empty();
    }
    if (stored.state() == JobState.RUNNING) {
      JobStatus status = files.endOf(stored, now); // the process that ran it has ended, or lost it
      CollectionBackend backend = states.collections().backend();
      if (status.state() == JobState.INTERRUPTED && !backend.isAlone()) {
        status =
            backend.isHandedOver(collection.settings()) ? stored.handedOver(now) : stored.lost(now);
      }
      job.set(status);
      if (job.isEnded()) {
        keep(job, status, true);
      }
    } else {
      account(job, stored);
    }
    return job.isEnded() ? Optional.empty() : Optional.of(job);
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
    all().forEach(job -> save(job, Level.DEBUG));
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
  private void account(Job job, JobStatus status) {
    long bytes = status.progress().bytes();
    Share share = resultQuota.open(status.caller());
    job.keep(bytes == 0 ? null : share);
    if (!share.tryTake(bytes)) {
      log.warn("The results of job '{}' exceed neardup.jobs.max-results", status.id());
    }
  }

  /// Deletes jobs that finished before a time, the oldest of more than 1,000, and results of other
  /// jobs.
  void expire(Instant oldest) {
    saveAll();
    files.removeOld(oldest);
    for (String id : expired(oldest)) {
      try {
        if (!changing.contains(id)) {
          delete(id);
        }
      } catch (StoreException | RequestException e) {
        log.warn("Job '{}' cannot be deleted yet: {}", id, e.getMessage());
      }
    }
  }

  /// The ids of the jobs to delete, the first to finish first.
  private List<String> expired(Instant oldest) {
    record Finished(String id, Instant at) {}
    List<Finished> finished =
        all()
            .map(Job::status)
            .flatMap(status ->
                Stream.ofNullable(status.finishedAt()).map(at -> new Finished(status.id(), at)))
            .sorted(Comparator.comparing(Finished::at))
            .toList();
    int excess = Math.max(0, finished.size() - MAX_KEPT);
    return Stream.concat(
            finished.stream().limit(excess),
            finished.stream().skip(excess).filter(each -> each.at.isBefore(oldest)))
        .map(Finished::id)
        .toList();
  }

  /// Deletes a job that does not run.
  ///
  /// @throws StoreException if a file cannot be deleted; the job is as before then
  void delete(String id) {
    Boolean _ =
        changing(
            id,
            () -> {
              Job job = byId.get(id);
              return job != null && job.isEnded() && delete(job);
            });
  }

  private boolean delete(Job job) {
    byId.remove(job.id());
    JobStatus ended = takeUnsaved(job);
    try {
      files.deleteResults(job.id());
      states.delete(job.status());
    } catch (RuntimeException e) {
      job.unsaved().set(ended);
      add(job);
      throw e;
    }
    job.keep(null);
    return true;
  }

  /// Stores the final states that are not stored yet, and names those that cannot be.
  @Override
  public void close() {
    saveAll();
    List<String> lost = all().filter(job -> job.unsaved().get() != null).map(Job::id).toList();
    if (!lost.isEmpty()) {
      log.warn("The end of these jobs could not be stored: {}", lost);
    }
  }
}

package io.neardup.service.job;

import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The jobs by id. One caller at a time stores or deletes a job. Thread-safe.
final class JobRegistry {

  private static final int MAX_KEPT = 1_000;

  private final Map<String, Job> jobs = new ConcurrentHashMap<>();
  private final Set<String> changing = ConcurrentHashMap.newKeySet(); // ids being stored or deleted

  void put(Job job) {
    jobs.put(job.status().id(), job);
  }

  /// The state of the job of that id, if it is known.
  Optional<JobStatus> status(String id) {
    return Optional.ofNullable(jobs.get(id)).map(Job::status);
  }

  /// The job of that id.
  ///
  /// @throws RequestException NOT_FOUND if it does not exist
  Job get(String id) {
    Job job = jobs.get(id);
    if (job == null) {
      throw missing(id);
    }
    return job;
  }

  /// Removes a job if it is in a final state; it stays if `delete` fails.
  void remove(String id, Consumer<Job> delete) {
    Job job = jobs.get(id);
    if (job == null || !job.isEnded()) {
      return;
    }
    jobs.remove(id);
    try {
      delete.accept(job);
    } catch (RuntimeException e) {
      jobs.put(id, job);
      throw e;
    }
  }

  Stream<Job> all() {
    return jobs.values().stream();
  }

  Stream<JobStatus> statuses() {
    return all().map(Job::status);
  }

  /// The ids of the jobs to delete, the first to finish first: jobs that finished before `oldest`,
  /// and the oldest of more than 1,000.
  List<String> expired(Instant oldest) {
    record Finished(String id, Instant at) {}
    List<Finished> finished =
        statuses()
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

  boolean isChanging(String id) {
    return changing.contains(id);
  }

  /// Refuses the id of another job.
  ///
  /// @throws RequestException CONFLICT if it is taken
  void requireFree(String id) {
    if (jobs.containsKey(id)) {
      throw new RequestException(
          Fault.CONFLICT, "id", "'" + id + "' is the id of another job; choose another one");
    }
  }

  static RequestException missing(String id) {
    return new RequestException(
        Fault.NOT_FOUND, "id", "names no job; GET /jobs lists them; was '" + id + "'");
  }
}

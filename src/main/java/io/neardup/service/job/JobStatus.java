package io.neardup.service.job;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.join.JoinResult;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What is known of a job at a moment, and stored of it. Times have milliseconds.
///
/// @param id chosen by the client, or generated
/// @param collection whose documents it reads
/// @param caller who requested it
/// @param createdAt when it was requested
/// @param startedAt when its last run began; null before
/// @param finishedAt when it reached its final state; null before
/// @param progress of its last run
/// @param failure null unless it failed
/// @param creations the collections that it was requested for, by name: the numbers of their
///   creations
/// @param restarts how often it was begun again without a request
public record JobStatus(
    String id,
    String collection,
    String caller,
    JobRequest request,
    JobState state,
    Instant createdAt,
    @Nullable Instant startedAt,
    @Nullable Instant finishedAt,
    @JsonUnwrapped JobProgress progress,
    @Nullable JobFailure failure,
    Map<String, Long> creations,
    int restarts) {

  /// What a run has done so far.
  ///
  /// @param done units of work done
  /// @param total units of all the work; 0 while it is unknown
  /// @param results number of results, each a line
  /// @param bytes size of the results
  /// @param counts by name, as the kind documents them
  /// @param joined what it joined, and what that guarantees to find; null for kinds without a join,
  ///   and before it is known
  /// @param waitingFor the collection whose owner it waits for; null otherwise
  public record JobProgress(
      long done,
      long total,
      long results,
      long bytes,
      Map<String, Long> counts,
      @Nullable JoinResult joined,
      @Nullable String waitingFor) {

    static final JobProgress NONE = new JobProgress(0, 0, 0, 0, Map.of(), null, null);

    JobProgress withResults(long lines, long size) {
      return new JobProgress(done, total, lines, size, counts, joined, null);
    }

    JobProgress waiting(@Nullable String collection) {
      return new JobProgress(done, total, results, bytes, counts, joined, collection);
    }

    private JobProgress withDone(long units) {
      return new JobProgress(units, total, results, bytes, counts, joined, null);
    }
  }

  /// An id that no other job has.
  static String newId(Instant now) {
    return Long.toString(now.toEpochMilli(), Character.MAX_RADIX)
        + "-"
        + Integer.toHexString(ThreadLocalRandom.current().nextInt() | Integer.MIN_VALUE);
  }

  static JobStatus queued(
      String id,
      String collection,
      String caller,
      JobRequest request,
      Instant createdAt,
      Map<String, Long> creations) {
    return new JobStatus(
        id,
        collection,
        caller,
        request,
        JobState.QUEUED,
        createdAt,
        null,
        null,
        JobProgress.NONE,
        null,
        creations,
        0);
  }

  /// The job before another run.
  JobStatus requeued() {
    return restarted(0);
  }

  /// The job after a run that this process has ended, as another one answers for its collection: it
  /// is begun again there. Jobs that write are begun again once.
  JobStatus handedOver(Instant now) {
    return request.writes() ? restarted(now) : restarted(restarts);
  }

  /// The job after a run whose process has ended, or has lost the collection: it is begun again
  /// once, unless it may have written, as the job may have been what ended the process.
  JobStatus lost(Instant now) {
    return request.writes() ? ended(JobState.INTERRUPTED, now, null) : restarted(now);
  }

  /// The job after a run that could not be completed, as the owner of another collection was lost:
  /// it is begun again once.
  JobStatus restarted(Instant now) {
    return restarts == 0 ? restarted(1) : ended(JobState.INTERRUPTED, now, null);
  }

  private JobStatus restarted(int times) {
    return with(JobState.QUEUED, null, null, JobProgress.NONE, null, times);
  }

  /// Whether a collection is the one of its name that the job was requested for.
  boolean isFor(DocumentCollection present) {
    Long creation = creations.get(present.name());
    return creation != null && creation == present.settings().creation();
  }

  JobStatus running(Instant now) {
    return with(JobState.RUNNING, now, null, JobProgress.NONE, null, restarts);
  }

  JobStatus with(JobProgress made) {
    return with(state, startedAt, finishedAt, made, failure, restarts);
  }

  /// The job in a final state. Only complete jobs have results.
  JobStatus ended(JobState last, Instant now, @Nullable JobFailure failure) {
    JobProgress made =
        last == JobState.DONE ? progress.withDone(progress.total) : progress.withResults(0, 0);
    return with(last, startedAt, now, made, failure, restarts);
  }

  private JobStatus with(
      JobState next,
      @Nullable Instant started,
      @Nullable Instant finished,
      JobProgress made,
      @Nullable JobFailure why,
      int times) {
    return new JobStatus(
        id,
        collection,
        caller,
        request,
        next,
        createdAt,
        started,
        finished,
        made,
        why,
        creations,
        times);
  }

  /// Refuses a collection of a name that the job uses, unless it is the one that it was requested
  /// for.
  ///
  /// @throws RequestException CONFLICT if that was deleted, and this one has its name now
  DocumentCollection require(DocumentCollection present) {
    if (!isFor(present)) {
      throw new RequestException(
          Fault.CONFLICT,
          "id",
          "names a job for a former collection '"
              + present.name()
              + "', which was deleted; request it for the present one");
    }
    return present;
  }

  /// The names of the collections that it uses.
  Stream<String> collections() {
    return Stream.concat(Stream.of(collection), request.otherCollections());
  }

  boolean uses(String name) {
    return collections().anyMatch(name::equals);
  }

  /// The refusal of what its state does not allow.
  ///
  /// @param remedy what to do
  RequestException conflict(String remedy) {
    return new RequestException(
        Fault.CONFLICT, "id", "names a job that is " + state.label() + "; " + remedy);
  }
}

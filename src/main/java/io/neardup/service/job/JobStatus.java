package io.neardup.service.job;

import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
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
/// @param done units of work done
/// @param total units of all the work; 0 while it is unknown
/// @param results number of results, each a line
/// @param bytes size of the results
/// @param counts by name, as its kind documents them
/// @param failure null unless it failed
/// @param joined what it joined, and what that guarantees to find; null for kinds without a join,
///   and before it is known
public record JobStatus(
    String id,
    String collection,
    String caller,
    JobRequest request,
    JobState state,
    Instant createdAt,
    @Nullable Instant startedAt,
    @Nullable Instant finishedAt,
    long done,
    long total,
    long results,
    long bytes,
    Map<String, Long> counts,
    @Nullable JobFailure failure,
    @Nullable JoinResult joined) {

  /// An id that no other job has.
  static String newId(Instant now) {
    return Long.toString(now.toEpochMilli(), Character.MAX_RADIX)
        + "-"
        + Integer.toHexString(ThreadLocalRandom.current().nextInt() | Integer.MIN_VALUE);
  }

  static JobStatus queued(
      String id, String collection, String caller, JobRequest request, Instant createdAt) {
    return new JobStatus(
        id,
        collection,
        caller,
        request,
        JobState.QUEUED,
        createdAt,
        null,
        null,
        0,
        0,
        0,
        0,
        Map.of(),
        null,
        null);
  }

  /// The same job before another run.
  JobStatus requeued() {
    return queued(id, collection, caller, request, createdAt);
  }

  JobStatus running(Instant now) {
    return new JobStatus(
        id,
        collection,
        caller,
        request,
        JobState.RUNNING,
        createdAt,
        now,
        null,
        0,
        0,
        0,
        0,
        Map.of(),
        null,
        null);
  }

  /// The same with the progress of a run.
  JobStatus with(JobContext run) {
    long all = run.total();
    return new JobStatus(
        id,
        collection,
        caller,
        request,
        state,
        createdAt,
        startedAt,
        finishedAt,
        Math.min(run.done(), all),
        all,
        run.results().lines(),
        run.results().bytes(),
        run.counts(),
        failure,
        run.joined());
  }

  /// The same with its results.
  JobStatus withResults(long lines, long size) {
    return new JobStatus(
        id,
        collection,
        caller,
        request,
        state,
        createdAt,
        startedAt,
        finishedAt,
        done,
        total,
        lines,
        size,
        counts,
        failure,
        joined);
  }

  /// The same in a final state. Only complete jobs have results.
  JobStatus ended(JobState last, Instant now, @Nullable JobFailure why) {
    boolean complete = last == JobState.DONE;
    return new JobStatus(
        id,
        collection,
        caller,
        request,
        last,
        createdAt,
        startedAt,
        now,
        complete ? total : done,
        total,
        complete ? results : 0,
        complete ? bytes : 0,
        counts,
        why,
        joined);
  }

  /// The names of the collections that it uses.
  Stream<String> collections() {
    return Stream.of(
            Stream.of(collection),
            Stream.ofNullable(request.with()),
            Stream.ofNullable(request.to()))
        .flatMap(each -> each);
  }

  /// Whether it uses a collection.
  boolean uses(String name) {
    return collections().anyMatch(name::equals);
  }

  /// The refusal of what its state does not allow.
  ///
  /// @param why and what to do
  RequestException conflict(String why) {
    return new RequestException(
        Fault.CONFLICT, "id", "names a job that is " + state.label() + "; " + why);
  }
}

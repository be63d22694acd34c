package io.neardup.service.job;

import io.neardup.service.Choice;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.job.JobKind.JobWork;
import io.neardup.service.job.JobRequest.ApplyJobRequest;
import io.neardup.service.job.JobRequest.CleanUpJobRequest;
import io.neardup.service.peer.PeerCalls;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Disables or removes the documents that jobs list, each a [Duplicate]: the results of the job
/// itself, or of a dry run that is applied. Counts: as in [DuplicateRemoval].
///
/// @param peers that may have the survivors
public record CleanUps(PeerCalls peers, Clock clock) {

  private static final Duration REMOVE_AFTER = Duration.ofDays(7);
  private static final long MAX_REMOVE_AFTER_SECONDS = Duration.ofDays(36_500).toSeconds();

  /// What happens to the listed documents.
  private enum CleanUpAction {
    DISABLE,
    REMOVE
  }

  /// The work of a job that lists documents, and disables or removes them unless it is a dry run.
  ///
  /// @param survivors the collection of the documents to keep
  /// @param list lists the documents
  JobWork work(
      CleanUpJobRequest request,
      DocumentCollection collection,
      DocumentCollection survivors,
      JobWork list) {
    Duration removeAfter = removeAfter(request);
    if (!Boolean.FALSE.equals(request.dryRun())) {
      return list;
    }
    return context -> {
      list.run(context);
      context.check(); // the list is complete
      JobResultWriter writer = context.results();
      new DuplicateRemoval(peers, collection, survivors, removeAfter, clock, context, false)
          .run(writer.flushed(), writer.lines());
    };
  }

  /// The kind that applies a dry run. It reports what that joined.
  ///
  /// @param jobs by id; refuses those that are unknown
  /// @param results the file of the results of a job; refuses a job whose file is not here
  JobKind<ApplyJobRequest> application(
      Function<String, JobStatus> jobs, Function<JobStatus, Path> results) {
    return new JobKind<>(
        ApplyJobRequest.class,
        List.of("id", "outcome", "survivor"),
        (request, scope) -> {
          JobStatus dryRun = jobs.apply(request.of());
          Duration removeAfter = removeAfter(requireDryRun(dryRun));
          Path list = results.apply(dryRun);
          DocumentCollection own = scope.collection();
          DocumentCollection survivors =
              request.with() == null ? own : scope.other("with", request.with());
          return context -> {
            context.joined(dryRun.progress().joined());
            new DuplicateRemoval(peers, own, survivors, removeAfter, clock, context, true)
                .run(list, dryRun.progress().results());
          };
        });
  }

  /// The request of a dry run. Refuses jobs whose results cannot be applied.
  ///
  /// @throws RequestException CONFLICT if it is not a dry run that is done
  static CleanUpJobRequest requireDryRun(JobStatus status) {
    if (!(status.request() instanceof CleanUpJobRequest request)
        || !request.isCleanUp()
        || status.request().writes()) {
      throw new RequestException(
          Fault.CONFLICT,
          "id",
          "names no dry run; only jobs of kind dedupe, and of kind compare-with with an action,"
              + " can be applied");
    }
    if (status.state() != JobState.DONE) {
      throw status.conflict("wait until it is done, or restart it");
    }
    return request;
  }

  /// How long after they are disabled documents are removed, zero to remove them at once; null if
  /// they are only disabled.
  ///
  /// @throws RequestException if the action is unknown, or the time is out of range or without use
  static @Nullable Duration removeAfter(CleanUpJobRequest request) {
    CleanUpAction action = Choice.of("action", request.action(), CleanUpAction.DISABLE);
    if (!request.isCleanUp() && request.dryRun() != null) {
      throw RequestException.invalid("dryRun", "goes with action=disable or action=remove");
    }
    Long seconds = request.removeAfterSeconds();
    if (action == CleanUpAction.DISABLE) {
      if (seconds != null) {
        throw RequestException.invalid("removeAfterSeconds", "goes with action=remove");
      }
      return null;
    }
    if (seconds != null && (seconds < 0 || seconds > MAX_REMOVE_AFTER_SECONDS)) {
      throw RequestException.invalid(
              "removeAfterSeconds", "must be 0 to " + MAX_REMOVE_AFTER_SECONDS + ", was " + seconds)
          .withRange(0, MAX_REMOVE_AFTER_SECONDS);
    }
    return seconds == null ? REMOVE_AFTER : Duration.ofSeconds(seconds);
  }
}

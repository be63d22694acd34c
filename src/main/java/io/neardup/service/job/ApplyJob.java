package io.neardup.service.job;

import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.job.JobKind.JobScope;
import io.neardup.service.job.JobKind.JobWork;
import io.neardup.service.job.JobRequest.ApplyJobRequest;
import io.neardup.service.job.JobRequest.DedupeJobRequest;
import io.neardup.service.join.JoinResult;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/// Applies a dry run of [DedupeJob], and reports what that joined. Counts: those of
/// [DuplicateRemoval].
///
/// @param mapper reads its results
/// @param dryRuns by id; refuses what cannot be applied
record ApplyJob(JsonMapper mapper, Clock clock, Function<String, DryRun> dryRuns) {

  /// A dry run that is done.
  ///
  /// @param results its file
  /// @param size the number of its results
  /// @param joined what it joined; null if it was run by a version that did not record that
  record DryRun(DedupeJobRequest request, Path results, long size, @Nullable JoinResult joined) {

    /// The dry run of a job.
    ///
    /// @throws RequestException CONFLICT if the job is not one that is done
    static DryRun of(JobStatus status, Path results) {
      return new DryRun(
          requireDryRun(status), results, status.progress().results(), status.progress().joined());
    }
  }

  /// The request of a dry run. Refuses jobs whose results cannot be applied.
  ///
  /// @throws RequestException CONFLICT if it is not a dry run that is done
  static DedupeJobRequest requireDryRun(JobStatus status) {
    if (!(status.request() instanceof DedupeJobRequest request) || request.writes()) {
      throw new RequestException(
          Fault.CONFLICT, "id", "names no dry run of kind dedupe; only those can be applied");
    }
    if (status.state() != JobState.DONE) {
      throw status.conflict("wait until it is done, or restart it");
    }
    return request;
  }

  /// The kind.
  static JobKind<ApplyJobRequest> kind(
      JsonMapper mapper, Clock clock, Function<String, DryRun> dryRuns) {
    return new JobKind<>(
        ApplyJobRequest.class,
        List.of("id", "outcome", "survivor"),
        new ApplyJob(mapper, clock, dryRuns)::prepare);
  }

  private JobWork prepare(ApplyJobRequest request, JobScope scope) {
    DryRun dryRun = dryRuns.apply(request.of());
    Duration removeAfter = DedupeJob.removeAfter(dryRun.request);
    return context -> {
      context.joined(dryRun.joined);
      new DuplicateRemoval(mapper, scope.collection(), removeAfter, clock, context, true)
          .run(dryRun.results, dryRun.size);
    };
  }
}

package io.neardup.service.job;

import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.job.JobKind.JobScope;
import io.neardup.service.job.JobKind.JobWork;
import io.neardup.service.job.JobRequest.ApplyJobRequest;
import io.neardup.service.job.JobRequest.DedupeJobRequest;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.json.JsonMapper;

/// Applies a dry run of [DedupeJob], and reports what that joined. Counts: those of
/// [DuplicateRemoval].
///
/// @param mapper reads its results
/// @param jobs by id; refuses those that are unknown
/// @param results the file of the results of a job; refuses a job whose file is not here
record ApplyJob(
    JsonMapper mapper,
    Clock clock,
    Function<String, JobStatus> jobs,
    Function<JobStatus, Path> results) {

  JobKind<ApplyJobRequest> kind() {
    return new JobKind<>(
        ApplyJobRequest.class, List.of("id", "outcome", "survivor"), this::prepare);
  }

  private JobWork prepare(ApplyJobRequest request, JobScope scope) {
    JobStatus dryRun = jobs.apply(request.of());
    Duration removeAfter = DedupeJob.removeAfter(requireDryRun(dryRun));
    Path list = results.apply(dryRun);
    return context -> {
      context.joined(dryRun.progress().joined());
      new DuplicateRemoval(mapper, scope.collection(), removeAfter, clock, context, true)
          .run(list, dryRun.progress().results());
    };
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
}

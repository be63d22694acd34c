package io.neardup.web.job;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.service.job.JobRequest;
import io.neardup.service.job.JobService;
import io.neardup.service.job.JobState;
import io.neardup.service.job.JobStatus;
import io.neardup.service.job.JobStatus.JobProgress;
import io.neardup.web.answer.JoinSummary;
import io.neardup.web.problem.Problem;
import io.neardup.web.problem.Problems;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A job.
@Schema(name = "Job")
@JsonInclude(JsonInclude.Include.NON_NULL)
record JobJson(
    String id,
    String collection,
    @Schema(allowableValues = {"queued", "running", "done", "failed", "cancelled", "interrupted"})
        String state,
    @Nullable String waitingFor,
    JobRequest request,
    long done,
    long total,
    @Nullable Double rate,
    @Nullable Long secondsLeft,
    Instant createdAt,
    @Nullable Instant startedAt,
    @Nullable Instant finishedAt,
    @Nullable Instant expiresAt,
    long results,
    long bytes,
    Map<String, Long> counts,
    @Nullable JoinSummary summary,
    @Nullable Problem problem) {

  private static final double MILLIS = 1_000;

  static JobJson of(JobStatus status, JobService jobs) {
    JobProgress progress = status.progress();
    Double rate = rate(status, jobs.now());
    return new JobJson(
        status.id(),
        status.collection(),
        status.state().label(),
        progress.waitingFor(),
        status.request(),
        progress.done(),
        progress.total(),
        rate,
        rate == null || rate == 0 || progress.total() == 0
            ? null
            : (long) Math.ceil((progress.total() - progress.done()) / rate),
        status.createdAt(),
        status.startedAt(),
        status.finishedAt(),
        jobs.expiresAt(status),
        progress.results(),
        progress.bytes(),
        progress.counts(),
        progress.joined() == null
            ? null
            : JoinSummary.of(progress.joined(), status.state() == JobState.DONE),
        status.failure() == null ? null : Problems.ofAny(status.failure().exception()));
  }

  private static @Nullable Double rate(JobStatus status, Instant now) {
    if (status.state() != JobState.RUNNING || status.startedAt() == null) {
      return null;
    }
    long millis = Duration.between(status.startedAt(), now).toMillis();
    return millis <= 0
        ? null
        : Math.round(status.progress().done() * MILLIS / millis * MILLIS) / MILLIS;
  }
}

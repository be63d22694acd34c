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
    @Schema(description = "The id of the job.", example = "nightly-pairs") String id,
    @Schema(description = "The collection whose documents it reads.", example = "default")
        String collection,
    @Schema(
            description =
                "queued: waits for other jobs. running. done: complete, with results. failed: see"
                    + " problem. cancelled: by DELETE, or as its collection was deleted."
                    + " interrupted: the service ended while it ran. POST /jobs/{id}/restart runs"
                    + " the last four again.",
            allowableValues = {"queued", "running", "done", "failed", "cancelled", "interrupted"},
            example = "done")
        String state,
    @Schema(description = "What was requested, without the id.") JobRequest request,
    @Schema(
            description =
                "Work done, in the unit of the kind: documents; for compare-with, fingerprints of"
                    + " the smaller collection; for evaluate, thousandths of a profile.",
            example = "9")
        long done,
    @Schema(description = "All the work; 0 while it is unknown.", example = "9") long total,
    @Schema(description = "Work per second since the job began; while it runs.")
        @Nullable Double rate,
    @Schema(description = "Estimated seconds until it is done; while it runs, if known.")
        @Nullable Long secondsLeft,
    @Schema(description = "When it was requested.") Instant createdAt,
    @Schema(description = "When its last run began.") @Nullable Instant startedAt,
    @Schema(description = "When its last run ended; absent before.") @Nullable Instant finishedAt,
    @Schema(description = "When it is deleted with its results.") @Nullable Instant expiresAt,
    @Schema(description = "Number of results, each a line.", example = "2") long results,
    @Schema(description = "Size of the results, in bytes.", example = "220") long bytes,
    @Schema(
            description =
                "Counts of the kind. pairs: documents, fingerprints, pairs. groups: documents,"
                    + " fingerprints, groups, and beyond, the documents beyond the limit"
                    + " from the survivor of their group. dedupe: those of groups, and duplicates."
                    + " apply, and dedupe with dryRun=false: applied, and the documents left alone"
                    + " as they were changed (changed) or their survivor was (survivorChanged)."
                    + " undo: restored, changed."
                    + " compare-with: documents, withDocuments, lookups, pairs, and truncated, the"
                    + " lookups with more than 10,000 matches. copy: added, replaced, skipped,"
                    + " withoutText. evaluate: documents, sampled, duplicates, others: the pairs"
                    + " that were measured.",
            example = "{\"documents\": 9, \"fingerprints\": 9, \"pairs\": 2}")
        Map<String, Long> counts,
    @Schema(
            description =
                "What was joined, as in the answers of GET /pairs and GET /groups; for pairs,"
                    + " groups, dedupe and compare-with, once it is known; for apply, by the dry"
                    + " run. For compare-with, documents and fingerprints are those of the smaller"
                    + " collection. For copy with onDuplicate=skip or replace, they are the number"
                    + " of lookups, and the others the least that one of these guarantees to find.")
        @Nullable JoinSummary summary,
    @Schema(description = "Why it failed.") @Nullable Problem problem) {

  private static final double MILLIS = 1_000;

  static JobJson of(JobStatus status, JobService jobs) {
    JobProgress progress = status.progress();
    Double rate = rate(status, jobs.now());
    return new JobJson(
        status.id(),
        status.collection(),
        status.state().label(),
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

package io.neardup.service.job;

import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.collection.DocumentCollections;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/// What jobs have listed to be removed, and what they have kept of what they removed.
record CleanUps(JobRegistry jobs, JobFiles files, DocumentCollections collections) {

  /// The dry run of that id.
  ///
  /// @throws RequestException if it does not exist or cannot be applied
  ApplyJob.DryRun dryRun(String id) {
    return ApplyJob.DryRun.of(status(id), files.results(id));
  }

  /// What a clean-up has kept.
  ///
  /// @throws RequestException if it does not exist, has not ended or kept nothing
  UndoJob.Kept kept(String of) {
    JobStatus status = status(of);
    if (!status.state().isFinal()) {
      throw status.conflict("wait until it is done, or cancel it");
    }
    boolean isOfFormer = collections.find(status.collection()).filter(status::isFor).isEmpty();
    UndoJob.Kept changes =
        files.keptChanges(of, status.progress().counts().getOrDefault("applied", 0L));
    if (isOfFormer || files.undoBytes(of) == 0 || !changes.isAny()) {
      throw new RequestException(
          Fault.CONFLICT,
          "id",
          "names a job of which nothing can be undone: it has disabled and removed nothing, was"
              + " undone before, or its collection was deleted");
    }
    return changes;
  }

  /// The job that undoes a clean-up or has undone it, null if there is none.
  ///
  /// @param request of such a job
  @Nullable JobStatus undoing(JobStatus cleanUp, JobRequest request) {
    return jobs.statuses()
        .filter(each -> each.request().equals(request))
        .filter(each ->
            each.collection().equals(cleanUp.collection())
                && !each.createdAt().isBefore(cleanUp.createdAt()))
        .max(Comparator.comparing(JobStatus::createdAt))
        .filter(latest -> !latest.state().isFinal() || hasUndone(latest, cleanUp))
        .orElse(null);
  }

  private boolean hasUndone(JobStatus latest, JobStatus cleanUp) {
    return latest.state() == JobState.DONE && files.undoBytes(cleanUp.id()) == 0;
  }

  private JobStatus status(String id) {
    Job job = jobs.find(id);
    if (job == null) {
      throw new RequestException(
          Fault.NOT_FOUND, "of", "names no job; '" + id + "' was deleted or has expired");
    }
    return job.status();
  }
}

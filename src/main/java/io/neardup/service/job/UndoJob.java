package io.neardup.service.job;

import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.collection.CollectionBackend;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.WriteBatch;
import io.neardup.service.job.JobKind.JobScope;
import io.neardup.service.job.JobKind.JobWork;
import io.neardup.service.job.JobRequest.ApplyJobRequest;
import io.neardup.service.job.JobRequest.CleanUpJobRequest;
import io.neardup.service.job.JobRequest.UndoJobRequest;
import io.neardup.service.lookup.DocumentFilter;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.service.write.DocumentChange;
import io.neardup.service.write.Precondition;
import io.neardup.store.Document;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Enables the documents that a clean-up has disabled, with the expiry that they had before: all
/// that name it as the job that did so. A document that got another verdict or text since names no
/// job. Its results are the documents with what became of them. Counts: restored, changed.
///
/// It depends on the documents alone, so that it can run again, and for a clean-up that was
/// interrupted or is forgotten.
///
/// @param jobs by id, as far as they are known
/// @param backend gives jobs their ids
record UndoJob(Function<String, Optional<JobStatus>> jobs, CollectionBackend backend) {

  private static final String RESTORED = "restored";

  static JobKind<UndoJobRequest> kind(
      Function<String, Optional<JobStatus>> jobs, CollectionBackend backend) {
    return new JobKind<>(
        UndoJobRequest.class, List.of("id", "outcome"), new UndoJob(jobs, backend)::prepare);
  }

  private JobWork prepare(UndoJobRequest request, JobScope scope) {
    String of = JobKind.required(request.of(), "of", "name the clean-up to undo");
    DocumentCollection collection = scope.collection();
    String id = backend.jobId(collection.settings(), of);
    List<String> names = List.of(id, of); // a document of another service keeps what it named there
    Optional<JobStatus> cleanUp =
        jobs.apply(id).filter(known -> known.collection().equals(collection.name()));
    cleanUp.ifPresent(known -> requireCleanUp(known, "of", jobs));
    long applied =
        cleanUp.map(known -> known.progress().counts().get(DuplicateRemoval.APPLIED)).orElse(0L);
    DocumentFilter disabled =
        new DocumentFilter("", false, null, MetadataFilter.of(request.filter()));
    return context -> {
      context.count(RESTORED, 0);
      context.count(DuplicateRemoval.CHANGED, 0);
      context.progress(applied > 0 ? applied : collection.size());
      try (WriteBatch<Document> batch =
          new WriteBatch<>(
              context, context::wrote, (part, memory) -> enable(part, id, collection, context))) {
        batch.each(
            collection,
            disabled,
            document -> {
              String by = document.revision().disabledBy();
              return by != null && names.contains(by);
            },
            document -> document);
      }
    };
  }

  private static void enable(
      List<Document> part, String of, DocumentCollection collection, JobContext context) {
    DocumentChange enabling = DocumentChange.enablingAgain(of);
    WriteBatch.writeAll(
        part,
        document -> {
          Precondition same = new Precondition(List.of(document.tag()), null);
          return DuplicateRemoval.outcome(
              RESTORED, () -> collection.revise(document.id(), same, enabling));
        },
        (document, outcome) -> {
          context.count(outcome, 1);
          context.did(1);
          context.append(DocumentOutcome.of(document.id(), outcome));
        });
  }

  /// Refuses jobs that nothing can be undone of.
  ///
  /// @param field that names the job
  /// @param jobs see [UndoJob]
  /// @throws RequestException CONFLICT if it is no clean-up, has not ended or removes at once
  static void requireCleanUp(
      JobStatus status, String field, Function<String, Optional<JobStatus>> jobs) {
    JobRequest listed =
        status.request() instanceof ApplyJobRequest application
            ? jobs.apply(application.of()).map(JobStatus::request).orElse(null)
            : status.request();
    boolean isCleanUp =
        status.request() instanceof ApplyJobRequest
            || listed instanceof CleanUpJobRequest && listed.writes();
    if (!isCleanUp) {
      throw new RequestException(
          Fault.CONFLICT,
          field,
          "names no clean-up; only jobs of kind apply, and of kind dedupe and compare-with with"
              + " dryRun=false, are undone");
    }
    if (!status.state().isFinal()) {
      throw status.conflict("wait until it is done, or cancel it");
    }
    if (listed instanceof CleanUpJobRequest request
        && Duration.ZERO.equals(CleanUps.removeAfter(request))) {
      throw new RequestException(
          Fault.CONFLICT,
          field,
          "names a clean-up that removed documents at once (removeAfterSeconds=0): store them"
              + " again");
    }
  }
}

package io.neardup.service.job;

import io.neardup.service.CollectionAccess;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.ResourceName;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.job.JobKind.JobScope;
import io.neardup.service.job.JobKind.JobWork;
import io.neardup.service.job.JobRequest.ApplyJobRequest;
import io.neardup.service.job.JobRequest.CleanUpJobRequest;
import io.neardup.service.job.JobRequest.ClientJobRequest;
import io.neardup.service.job.JobRequest.UndoJobRequest;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/// Queues what callers ask for, as far as they may and the request is valid: new jobs, those that
/// follow from a finished one, and finished ones again. Thread-safe.
///
/// @param access of the current caller
/// @param mapper writes states
/// @param preparing checks a request, see [JobKind#prepare]
/// @param visible finds a job that the current caller may see, or refuses it
public record JobSubmission(
    DocumentCollections collections,
    CollectionAccess access,
    JsonMapper mapper,
    BiFunction<JobRequest, JobScope, JobWork> preparing,
    Function<String, JobStatus> visible,
    JobFiles files,
    JobStates states,
    Jobs jobs,
    JobRunner runner) {

  private static final Logger log = LoggerFactory.getLogger(JobSubmission.class);

  private static final int MAX_REQUEST_BYTES = 64 << 10;

  /// Queues a job.
  ///
  /// @param collection whose documents it reads
  /// @throws RequestException if a parameter is invalid, the id is taken, or the caller may not do
  ///   this or has too many jobs
  /// @throws RequestException UNAVAILABLE if too many jobs wait
  public JobStatus submit(String caller, String collection, ClientJobRequest request) {
    Map<String, Long> used = new HashMap<>();
    DocumentCollection own = using(collection, used);
    requireUse(request);
    JobWork _ = preparing.apply(request, new JobScope(own, name -> usingAnywhere(name, used)));
    return enqueue(caller, request.id(), own, used, request);
  }

  private DocumentCollection using(String name, Map<String, Long> used) {
    DocumentCollection collection = usingAnywhere(name, used);
    collections.requireCurrent(collection);
    return collection;
  }

  /// A collection for which another process may answer.
  private DocumentCollection usingAnywhere(String name, Map<String, Long> used) {
    DocumentCollection collection = collections.known(name);
    used.put(name, collection.settings().creation());
    return collection;
  }

  /// Queues the application of a dry run: exactly its result, without documents that were changed
  /// since.
  ///
  /// @throws RequestException if the job is not a dry run that is done
  public JobStatus apply(String caller, String of) {
    JobStatus status = visible.apply(of);
    CleanUpJobRequest _ = CleanUps.requireDryRun(status);
    Path _ = files.present(status);
    String with = status.request().otherCollections().findAny().orElse(null);
    return followUp(caller, status, new ApplyJobRequest(of, with));
  }

  private JobStatus followUp(String caller, JobStatus status, JobRequest request) {
    Map<String, Long> used = new HashMap<>();
    DocumentCollection own = status.require(using(status.collection(), used));
    request.otherCollections().forEach(name -> status.require(usingAnywhere(name, used)));
    return enqueue(caller, null, own, used, request);
  }

  /// Queues the undoing of a clean-up.
  ///
  /// @throws RequestException if the job is no clean-up that has ended
  public JobStatus undo(String caller, String of) {
    JobStatus status = visible.apply(of);
    JobRequest request = new UndoJobRequest(null, null, of);
    requireUse(request);
    UndoJob.requireCleanUp(status, "id", jobs::status);
    return followUp(caller, status, request);
  }

  /// Runs a finished job again from the beginning, in place of its results.
  ///
  /// @throws RequestException CONFLICT if it is not finished
  public JobStatus restart(String caller, String id) {
    JobStatus status = visible.apply(id);
    requireUse(status.request());
    requireChange(caller, status);
    Map<String, Long> used = new HashMap<>();
    JobWork _ =
        preparing.apply(
            status.request(),
            new JobScope(
                status.require(using(status.collection(), used)),
                name -> status.require(usingAnywhere(name, used))));
    return jobs.changing(
        id,
        () -> {
          Job job = jobs.get(id);
          if (!job.isEnded()) {
            throw job.status().conflict("wait until it is done, or cancel it");
          }
          runner.queue(caller, job, () -> jobs.requeue(job));
          return job.status();
        });
  }

  private JobStatus enqueue(
      String caller,
      @Nullable String chosen,
      DocumentCollection own,
      Map<String, Long> used,
      JobRequest request) {
    String id =
        ResourceName.require(
            "id",
            collections
                .backend()
                .jobId(own.settings(), chosen == null ? JobStatus.newId(runner.now()) : chosen));
    String collection = own.name();
    JobStatus status =
        JobStatus.queued(id, collection, caller, request, runner.now(), Map.copyOf(used));
    if (mapper.writeValueAsBytes(status).length > MAX_REQUEST_BYTES) {
      throw new RequestException(
          Fault.TOO_LARGE, "body", "must take at most " + MAX_REQUEST_BYTES + " bytes as JSON");
    }
    return jobs.changing(
        id,
        () -> {
          jobs.requireFree(id);
          Job job = new Job(status);
          runner.queue(
              caller,
              job,
              () -> {
                states.save(status);
                jobs.add(job);
              });
          log.info(
              "Job '{}' of kind {} is queued for collection '{}'", id, request.kind(), collection);
          return job.status();
        });
  }

  /// Refuses jobs that change documents unless the caller may.
  ///
  /// @throws RequestException FORBIDDEN
  private void requireUse(JobRequest request) {
    if (request.writes() && !access.permitsWrites()) {
      throw new RequestException(
          Fault.FORBIDDEN,
          "kind",
          "'" + request.kind() + "' changes documents: it needs the role write");
    }
  }

  /// Refuses to restart, cancel or delete a job of another caller without the role write.
  ///
  /// @throws RequestException FORBIDDEN
  void requireChange(String caller, JobStatus status) {
    if (!caller.equals(status.caller()) && !access.permitsWrites()) {
      throw new RequestException(
          Fault.FORBIDDEN, "id", "names a job of another caller; that needs the role write");
    }
  }
}

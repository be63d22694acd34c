package io.neardup.service.job;

import io.micrometer.core.instrument.MeterRegistry;
import io.neardup.service.CallerQuota;
import io.neardup.service.CollectionAccess;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.ResourceName;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.job.JobKind.JobScope;
import io.neardup.service.job.JobRequest.ApplyJobRequest;
import io.neardup.service.job.JobRequest.ClientJobRequest;
import io.neardup.service.job.JobRequest.UndoJobRequest;
import io.neardup.store.Incarnation;
import io.neardup.store.StoreException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/// Jobs as callers know them. Their states and results are on disk.
///
/// A job survives the end of the process: a waiting one runs after the next start, a running one is
/// [JobState#INTERRUPTED] then. It does not run again by itself, since it may have been what ended
/// the process.
public final class JobService implements AutoCloseable, DocumentCollections.Listener {

  private static final Logger log = LoggerFactory.getLogger(JobService.class);

  /// The timer of jobs that ended, by kind and outcome.
  public static final String ENDED = "neardup.jobs.ended";

  private static final int MAX_REQUEST_BYTES = 64 << 10;

  private final JobOptions options;
  private final DocumentCollections collections;
  private final CollectionAccess access;
  private final JsonMapper mapper;
  private final JobFiles files;
  private final Map<Class<?>, JobKind<?>> kinds; // by their requests
  private final JobEnds ends;
  private final JobRunner runner;
  private final JobRegistry jobs = new JobRegistry();

  /// @param kinds of jobs that clients may request; one for each class of requests
  /// @param access of the current caller
  /// @param memory of all jobs
  /// @param mapper writes states and results
  /// @param registry gets the times of jobs that ended
  public JobService(
      JobOptions options,
      List<JobKind<?>> kinds,
      DocumentCollections collections,
      CollectionAccess access,
      JobMemory memory,
      JsonMapper mapper,
      Clock clock,
      MeterRegistry registry) {
    this.options = options;
    this.collections = collections;
    this.access = access;
    this.mapper = mapper;
    this.files = new JobFiles(options.directory(), options.lowDisk(), mapper);
    this.ends = new JobEnds(jobs, files, options.maxResults());
    this.kinds =
        Stream.concat(
                kinds.stream(),
                Stream.of(ApplyJob.kind(mapper, clock, this::dryRun), UndoJob.kind(jobs::status)))
            .collect(Collectors.toMap(JobKind::requests, kind -> kind));
    this.runner =
        new JobRunner(options, collections, this::kind, files, jobs, ends, memory, clock, registry);
  }

  /// Reads the jobs of earlier processes.
  ///
  /// @throws StoreException if their directory cannot be used
  public void load() {
    for (JobStatus stored : files.load()) {
      boolean isCutOff = stored.state() == JobState.RUNNING;
      JobStatus status = isCutOff ? files.endOf(stored, now()) : stored;
      Job job = new Job(status);
      jobs.put(job);
      if (isCutOff) {
        ends.keep(job, status, true);
      } else {
        ends.account(job, status);
      }
    }
  }

  /// Begins to run jobs. The collections must be loaded.
  public void start() {
    collections.listen(this);
    runner.start();
  }

  private JobKind<?> kind(JobRequest request) {
    return Objects.requireNonNull(kinds.get(request.getClass()));
  }

  /// The names of all kinds.
  public Stream<String> kinds() {
    return kinds.values().stream().map(kind -> JobRequest.kind(kind.requests()));
  }

  /// The columns of the results of a job as a table, see [JobKind#columns].
  public List<String> columns(JobStatus status) {
    return kind(status.request()).columns();
  }

  /// Queues a job.
  ///
  /// @param collection whose documents it reads
  /// @throws RequestException if a parameter is invalid, the id is taken, or the caller may not do
  ///   this or has too many jobs
  /// @throws RequestException UNAVAILABLE if too many jobs wait
  public JobStatus submit(String caller, String collection, ClientJobRequest request) {
    Set<Incarnation> used = new HashSet<>();
    DocumentCollection own = using(collection, used);
    collections.requireWhole("collection");
    requireUse(request);
    kind(request).prepare(request, new JobScope(own, name -> using(name, used)));
    return enqueue(caller, request.id(), own, used, request);
  }

  private DocumentCollection using(String name, Set<Incarnation> used) {
    DocumentCollection collection = collections.get(name);
    used.add(collection.incarnation());
    return collection;
  }

  /// A collection that a job was requested for.
  ///
  /// @throws RequestException if it does not exist, or was deleted and another one has its name
  private DocumentCollection using(String name, JobStatus status, Set<Incarnation> used) {
    return status.require(using(name, used));
  }

  /// Queues the application of a dry run: exactly its result, without documents that were changed
  /// since.
  ///
  /// @throws RequestException if the job is not a dry run that is done
  public JobStatus apply(String caller, String of) {
    JobStatus status = get(of);
    ApplyJob.requireDryRun(status);
    return followUp(caller, status, new ApplyJobRequest(of));
  }

  private JobStatus followUp(String caller, JobStatus status, JobRequest request) {
    Set<Incarnation> used = new HashSet<>();
    DocumentCollection own = using(status.collection(), status, used);
    return enqueue(caller, null, own, used, request);
  }

  private ApplyJob.DryRun dryRun(String id) {
    JobStatus status =
        jobs.status(id)
            .orElseThrow(() ->
                new RequestException(
                    Fault.NOT_FOUND,
                    "of",
                    "names no job; '" + id + "' was deleted or has expired"));
    return ApplyJob.DryRun.of(status, files.results(id));
  }

  /// Queues the undoing of a clean-up.
  ///
  /// @throws RequestException if the job is no clean-up that has ended
  public JobStatus undo(String caller, String of) {
    JobStatus status = get(of);
    JobRequest request = new UndoJobRequest(null, null, of);
    requireUse(request);
    UndoJob.requireCleanUp(status, "id", jobs::status);
    return followUp(caller, status, request);
  }

  /// A job.
  ///
  /// @throws RequestException NOT_FOUND if it does not exist, or uses a collection that the caller
  ///   may not use
  public JobStatus get(String id) {
    return visible(id).status();
  }

  /// The job once its state is final, or after that time.
  public JobStatus await(String id, long millis) throws InterruptedException {
    Job job = visible(id);
    job.awaitEnd(millis);
    return job.status();
  }

  /// The jobs that the caller may see, newest first.
  ///
  /// @param collection that they use; null for any
  /// @param state null for any
  /// @param after the cursor of the page before, null for the first page
  public JobPage list(
      @Nullable String collection, @Nullable JobState state, @Nullable String after, int limit) {
    collections.requireLoaded();
    if (collection != null) {
      collections.get(collection);
    }
    return JobPage.of(
        jobs.statuses()
            .filter(status -> collection == null || status.uses(collection))
            .filter(status -> state == null || status.state() == state)
            .filter(this::isVisible),
        after,
        limit);
  }

  /// Runs a finished job again from the beginning, in place of its results.
  ///
  /// @throws RequestException CONFLICT if it is not finished
  public JobStatus restart(String caller, String id) {
    JobStatus status = get(id);
    requireUse(status.request());
    requireChange(caller, status);
    Set<Incarnation> used = new HashSet<>();
    kind(status.request())
        .prepare(
            status.request(),
            new JobScope(
                using(status.collection(), status, used), name -> using(name, status, used)));
    return jobs.changing(
        id,
        () -> {
          Job job = jobs.get(id);
          if (!job.isEnded()) {
            throw job.status().conflict("wait until it is done, or cancel it");
          }
          runner.queue(caller, job, () -> ends.requeue(job));
          return job.status();
        });
  }

  /// Cancels a job that waits or runs, or deletes a finished one with its results.
  ///
  /// @return the job if it is cancelled, null if it was deleted
  /// @throws RequestException if the caller may not do this
  public @Nullable JobStatus remove(String caller, String id) {
    Job job = visible(id);
    requireChange(caller, job.status());
    if (runner.cancel(job)) {
      return job.status();
    }
    delete(id);
    return null;
  }

  /// The file of the results of a job: a line of JSON each.
  ///
  /// @throws RequestException CONFLICT if it is not done
  public Path results(String id) {
    JobStatus status = get(id);
    if (status.state() != JobState.DONE) {
      throw status.conflict(
          status.state().isFinal() ? "it has no results; restart it" : "wait until it is done");
    }
    return files.results(id);
  }

  /// The present time, for the age of jobs.
  public Instant now() {
    return runner.now();
  }

  /// When a finished job is deleted; null for others.
  public @Nullable Instant expiresAt(JobStatus status) {
    return status.finishedAt() == null ? null : status.finishedAt().plus(options.keep());
  }

  /// Deletes jobs that finished too long ago, and the oldest of too many.
  public void expire() {
    ends.saveAll();
    for (String id : jobs.expired(now().minus(options.keep()))) {
      try {
        if (!jobs.isChanging(id)) {
          delete(id);
        }
      } catch (StoreException e) {
        log.warn("Job '{}' cannot be deleted yet: {}", id, e.getMessage());
      }
    }
  }

  /// Number of jobs that wait.
  public int queued() {
    return runner.queued();
  }

  /// Number of jobs that run.
  public int running() {
    return runner.running();
  }

  /// The quota of the size of all results, in bytes, which running jobs have reserved included.
  public CallerQuota resultQuota() {
    return ends.resultQuota();
  }

  /// Cancels the jobs that use a deleted collection.
  @Override
  public void dropped(DocumentCollection collection) {
    jobs.all().filter(job -> job.status().uses(collection.name())).forEach(runner::abandon);
    Thread.ofPlatform().daemon().name("job ends").start(ends::saveAll);
  }

  @Override
  public void close() {
    runner.close();
  }

  private JobStatus enqueue(
      String caller,
      @Nullable String chosen,
      DocumentCollection own,
      Set<Incarnation> used,
      JobRequest request) {
    String id = chosen == null ? JobStatus.newId(now()) : ResourceName.require("id", chosen);
    String collection = own.name();
    JobStatus status = JobStatus.queued(id, collection, caller, request, now(), Set.copyOf(used));
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
                files.save(status);
                jobs.put(job);
              });
          log.info(
              "Job '{}' of kind {} is queued for collection '{}'", id, request.kind(), collection);
          return job.status();
        });
  }

  private void delete(String id) {
    jobs.changing(
        id,
        () -> {
          jobs.remove(id, ends::delete);
          return null;
        });
  }

  private Job visible(String id) {
    collections.requireLoaded();
    return Optional.of(jobs.get(id))
        .filter(job -> isVisible(job.status()))
        .orElseThrow(() -> JobRegistry.missing(id));
  }

  /// Whether the caller may see a job: it uses no collection that is closed to the caller.
  private boolean isVisible(JobStatus status) {
    return status.collections().allMatch(access::permits);
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
  private void requireChange(String caller, JobStatus status) {
    if (!caller.equals(status.caller()) && !access.permitsWrites()) {
      throw new RequestException(
          Fault.FORBIDDEN, "id", "names a job of another caller; that needs the role write");
    }
  }
}

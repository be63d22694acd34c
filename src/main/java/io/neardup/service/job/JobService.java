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
import io.neardup.service.job.JobKind.JobWork;
import io.neardup.service.job.JobRequest.ApplyJobRequest;
import io.neardup.service.job.JobRequest.ClientJobRequest;
import io.neardup.service.job.JobRequest.UndoJobRequest;
import io.neardup.store.CollectionRecords.Kind;
import io.neardup.store.StoreException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
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
/// the process. In a cluster, the next owner of the collection begins it again, see
/// [JobStatus#handedOver] and [JobStatus#lost].
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
  private final JobStates states;
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
    this.states = new JobStates(collections, mapper);
    this.ends = new JobEnds(jobs, files, states, options.maxResults());
    this.kinds =
        Stream.concat(
                kinds.stream(),
                Stream.of(
                    new ApplyJob(mapper, clock, this::dryRun, this::present).kind(),
                    UndoJob.kind(jobs::status)))
            .collect(Collectors.toMap(JobKind::requests, kind -> kind));
    this.runner =
        new JobRunner(
            options, collections, this::kind, files, states, jobs, ends, memory, clock, registry);
  }

  /// Follows the collections, which are loaded afterwards with their jobs.
  ///
  /// @throws StoreException if the directory cannot be used
  public void load() {
    files.prepare();
    collections.listen(this);
  }

  /// Begins to run jobs. The collections must be loaded.
  public void start() {
    collections.all().forEach(this::opened);
    runner.start();
  }

  @Override
  public void opened(DocumentCollection collection) {
    if (collections.answersFor(collection)) {
      owned(collection);
    }
  }

  /// Takes over the jobs of a collection.
  @Override
  public void owned(DocumentCollection collection) {
    List<Job> waiting = new ArrayList<>();
    for (JobStatus stored : states.of(collection)) {
      Job job = new Job(stored);
      if (jobs.putIfAbsent(job)) {
        end(job, stored, waiting);
      }
    }
    runner.resume(waiting.stream());
  }

  /// @param waiting receives the job if it is to run
  private void end(Job job, JobStatus stored, List<Job> waiting) {
    if (stored.state() == JobState.RUNNING) { // the process that ran it has ended, or lost it
      JobStatus status = files.endOf(stored, now());
      if (status.state() == JobState.INTERRUPTED && !collections.isAlone()) {
        status = stored.lost(now());
      }
      job.set(status);
      if (job.isEnded()) {
        ends.keep(job, status, true);
      } else {
        waiting.add(job);
      }
    } else {
      ends.account(job, stored);
      if (!job.isEnded()) {
        waiting.add(job);
      }
    }
  }

  /// Gives the jobs of a collection to another instance, which reads their states.
  @Override
  public void left(DocumentCollection collection) {
    List<Job> leaving =
        jobs.all().filter(job -> job.status().collection().equals(collection.name())).toList();
    runner.release(leaving);
    leaving.forEach(job -> {
      jobs.forget(job);
      job.leave();
    });
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

  /// The work of a request that is answered at once, without a job; it changes nothing.
  ///
  /// @param collection whose documents it reads; null for the default one
  /// @throws RequestException if a parameter is invalid, or the caller may not do this
  public JobWork prepare(@Nullable String collection, ClientJobRequest request) {
    return kind(request)
        .prepare(request, new JobScope(collections.get(collection), collections::get));
  }

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
    kind(request).prepare(request, new JobScope(own, name -> usingAnywhere(name, used)));
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
    JobStatus status = get(of);
    ApplyJob.requireDryRun(status);
    Path _ = present(status);
    return followUp(caller, status, new ApplyJobRequest(of));
  }

  private JobStatus followUp(String caller, JobStatus status, JobRequest request) {
    Map<String, Long> used = new HashMap<>();
    DocumentCollection own = status.require(using(status.collection(), used));
    return enqueue(caller, null, own, used, request);
  }

  private JobStatus dryRun(String id) {
    return jobs.status(id)
        .orElseThrow(() ->
            new RequestException(
                Fault.NOT_FOUND, "of", "names no job; '" + id + "' was deleted or has expired"));
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

  /// Which jobs are listed.
  ///
  /// @param collection that they use; null for any
  /// @param state null for any
  /// @param after the cursor of the page before, null for the first page
  public record JobList(
      @Nullable String collection, @Nullable JobState state, @Nullable String after, int limit) {}

  /// The jobs that the caller may see, newest first.
  ///
  /// @param others those of other instances
  public JobPage list(JobList asked, Stream<JobStatus> others) {
    collections.requireLoaded();
    String collection = asked.collection;
    if (collection != null) {
      DocumentCollection _ = collections.known(collection); // refuses one that may not be used
    }
    return JobPage.of(
        Stream.concat(jobs.statuses(), others)
            .filter(status -> collection == null || status.uses(collection))
            .filter(status -> asked.state == null || status.state() == asked.state)
            .filter(this::isVisible),
        asked.after,
        asked.limit);
  }

  /// Runs a finished job again from the beginning, in place of its results.
  ///
  /// @throws RequestException CONFLICT if it is not finished
  public JobStatus restart(String caller, String id) {
    JobStatus status = get(id);
    requireUse(status.request());
    requireChange(caller, status);
    Map<String, Long> used = new HashMap<>();
    kind(status.request())
        .prepare(
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
    if (runner.cancel(job, true)) {
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
    return present(status);
  }

  private Path present(JobStatus done) {
    Path results = files.results(done.id());
    if (!Files.exists(results)) {
      throw done.conflict("another instance has made its results; restart it");
    }
    return results;
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
    files.removeOld(now().minus(options.keep()));
    for (String id : jobs.expired(now().minus(options.keep()))) {
      try {
        if (!jobs.isChanging(id)) {
          delete(id);
        }
      } catch (StoreException | RequestException e) {
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
    jobs.all()
        .filter(job -> job.status().uses(collection.name()))
        .forEach(job -> runner.cancel(job, false));
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
      Map<String, Long> used,
      JobRequest request) {
    String id =
        collections.jobId(
            own, chosen == null ? JobStatus.newId(now()) : ResourceName.require("id", chosen));
    String collection = own.name();
    JobStatus status = JobStatus.queued(id, collection, caller, request, now(), Map.copyOf(used));
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
    Job known = jobs.find(id);
    JobStatus stored = known == null && !collections.isAlone() ? states.find(id) : null;
    if (known == null && stored == null) {
      collections.requireUsable(Kind.JOB, id);
    }
    return Optional.of(stored == null ? jobs.get(id) : new Job(stored))
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

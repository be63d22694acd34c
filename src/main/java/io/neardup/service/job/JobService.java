package io.neardup.service.job;

import io.micrometer.core.instrument.MeterRegistry;
import io.neardup.service.CallerQuota;
import io.neardup.service.CollectionAccess;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.job.JobKind.JobScope;
import io.neardup.service.job.JobKind.JobWork;
import io.neardup.service.job.JobRequest.ClientJobRequest;
import io.neardup.service.peer.PeerCalls;
import io.neardup.store.CollectionRecords.Kind;
import io.neardup.store.StoreException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/// Jobs as callers know them. Their states and results are on disk.
///
/// A job survives the end of the process: a waiting one runs after the next start, a running one is
/// [JobState#INTERRUPTED] then. It does not run again by itself, since it may have been what ended
/// the process. In a cluster, the next owner of the collection begins it again, see
/// [JobStatus#handedOver] and [JobStatus#lost].
public final class JobService implements AutoCloseable, DocumentCollections.Listener {

  /// The timer of jobs that ended, by kind and outcome.
  public static final String ENDED = "neardup.jobs.ended";

  private final JobOptions options;
  private final DocumentCollections collections;
  private final CollectionAccess access;
  private final JobFiles files;
  private final JobStates states;
  private final Map<Class<?>, JobKind<?>> kinds; // by their requests
  private final Jobs jobs;
  private final JobRunner runner;
  private final JobSubmission submission;

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
    this.files = new JobFiles(options.directory(), options.lowDisk(), mapper);
    this.states = new JobStates(collections, mapper);
    this.jobs = new Jobs(files, states, options.maxResults());
    this.kinds =
        Stream.concat(
                kinds.stream(),
                Stream.of(
                    new CleanUps(new PeerCalls(collections, mapper), clock)
                        .application(this::dryRun, files::present),
                    UndoJob.kind(jobs::status, collections.backend())))
            .collect(Collectors.toMap(JobKind::requests, kind -> kind));
    this.runner =
        new JobRunner(
            options, collections, this::prepare, files, states, jobs, memory, clock, registry);
    this.submission =
        new JobSubmission(
            collections, access, mapper, this::prepare, this::get, files, states, jobs, runner);
  }

  public JobSubmission submission() {
    return submission;
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
    if (collections.backend().answersFor(collection.settings())) {
      owned(collection);
    }
  }

  @Override
  public void owned(DocumentCollection collection) {
    runner.takeOver(collection);
  }

  @Override
  public void left(DocumentCollection collection) {
    runner.release(
        jobs.all().filter(job -> job.status().collection().equals(collection.name())).toList());
  }

  private JobKind<?> kind(JobRequest request) {
    return Objects.requireNonNull(kinds.get(request.getClass()));
  }

  public Stream<String> kinds() {
    return kinds.values().stream().map(kind -> JobRequest.kind(kind.requests()));
  }

  public List<String> columns(JobStatus status) {
    return kind(status.request()).columns(status.request());
  }

  /// The work of a request that is answered at once, without a job; it changes nothing.
  ///
  /// @param collection whose documents it reads; null for the default one
  /// @throws RequestException if a parameter is invalid, or the caller may not do this
  public JobWork prepare(@Nullable String collection, ClientJobRequest request) {
    return prepare(request, new JobScope(collections.get(collection), collections::get));
  }

  private JobWork prepare(JobRequest request, JobScope scope) {
    return kind(request).prepare(request, scope);
  }

  private JobStatus dryRun(String id) {
    return jobs.status(id)
        .orElseThrow(() ->
            new RequestException(
                Fault.NOT_FOUND, "of", "names no job; '" + id + "' was deleted or has expired"));
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
  /// @param of the collections whose jobs this process lists; a single process lists all
  public record JobList(
      @Nullable String collection,
      @Nullable JobState state,
      @Nullable String after,
      int limit,
      List<String> of) {

    /// The question to another instance about the jobs of some collections. One job more tells
    /// whether there are more.
    public JobList of(List<String> collections) {
      return new JobList(collection, state, after, limit + 1, collections);
    }
  }

  /// The jobs that the caller may see, newest first.
  ///
  /// @param others the jobs of other instances
  public JobPage list(JobList asked, Stream<JobStatus> others) {
    collections.requireLoaded();
    String collection = asked.collection;
    return JobPage.of(
        Stream.concat(here(asked.of), others)
            .filter(status -> collection == null || status.uses(collection))
            .filter(status -> asked.state == null || status.state() == asked.state)
            .filter(this::isVisible),
        asked.after,
        asked.limit);
  }

  /// The jobs of this process. In a cluster, as they are stored: those of a collection may not have
  /// been taken over yet, or this process answers in place of their owner.
  private Stream<JobStatus> here(List<String> of) {
    if (collections.backend().isAlone()) {
      return jobs.all().map(Job::status);
    }
    return collections.all().stream()
        .filter(each -> of.contains(each.name()))
        .filter(collections::isCurrent)
        .flatMap(each -> states.of(each).stream())
        .map(stored -> jobs.status(stored.id()).orElse(stored));
  }

  /// Cancels a job that waits or runs, or deletes a finished one with its results.
  ///
  /// @return the job if it is cancelled, null if it was deleted
  /// @throws RequestException if the caller may not do this
  public @Nullable JobStatus remove(String caller, String id) {
    Job job = visible(id);
    submission.requireChange(caller, job.status());
    if (!job.equals(jobs.find(id))) {
      throw RequestException.busy(
          "The collection of job '" + id + "' is being assigned to an instance; try again", 1);
    }
    if (runner.cancel(job, true)) {
      return job.status();
    }
    jobs.delete(id);
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
    return files.present(status);
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
    jobs.expire(now().minus(options.keep()));
  }

  public int queued() {
    return runner.queued();
  }

  public int running() {
    return runner.running();
  }

  /// The quota of the size of all results, in bytes, which running jobs have reserved included.
  public CallerQuota resultQuota() {
    return jobs.resultQuota();
  }

  /// Cancels the jobs that use a deleted collection.
  @Override
  public void dropped(DocumentCollection collection) {
    jobs.all()
        .filter(job -> job.status().uses(collection.name()))
        .forEach(job -> runner.cancel(job, false));
    Thread.ofPlatform().daemon().name("job ends").start(jobs::saveAll);
  }

  @Override
  public void close() {
    runner.close();
  }

  private Job visible(String id) {
    collections.requireLoaded();
    Job known = jobs.find(id);
    JobStatus stored = known == null && !collections.backend().isAlone() ? states.find(id) : null;
    if (stored != null) { // not taken over yet, unless another process answers for it
      collections.find(stored.collection()).ifPresent(this::opened);
      known = jobs.find(id);
    }
    if (known == null && stored == null) {
      collections.requireUsable(Kind.JOB, id);
    }
    return Optional.of(known == null && stored != null ? new Job(stored) : jobs.get(id))
        .filter(job -> isVisible(job.status()))
        .orElseThrow(() -> jobs.missing(id));
  }

  /// Whether the caller may see a job: it uses no collection that is closed to the caller. A
  /// cluster deletes the jobs of a deleted collection.
  private boolean isVisible(JobStatus status) {
    return status.collections().allMatch(access::permits)
        && (collections.backend().isAlone()
            || collections.find(status.collection()).filter(status::isFor).isPresent());
  }
}

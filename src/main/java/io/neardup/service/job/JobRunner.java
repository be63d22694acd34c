package io.neardup.service.job;

import io.micrometer.core.instrument.MeterRegistry;
import io.neardup.service.CallerQuota;
import io.neardup.service.CallerQuota.Bound;
import io.neardup.service.CallerQuota.Share;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.job.Job.Stop;
import io.neardup.service.job.JobContext.JobStoppedException;
import io.neardup.service.job.JobKind.JobScope;
import io.neardup.service.job.JobKind.JobWork;
import io.neardup.store.StoreException;
import io.neardup.store.StoreException.StoreFault;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs jobs, a few at once. The next job belongs to the caller who was served least recently; one
/// caller may run all but one of them. Thread-safe.
final class JobRunner {

  private static final Logger log = LoggerFactory.getLogger(JobRunner.class);
  private static final long END_MILLIS = 20_000;
  private static final int RETRY_AFTER_SECONDS = 10;

  private final int atOnce;
  private final DocumentCollections collections;
  private final BiFunction<JobRequest, JobScope, JobWork> preparing;
  private final JobFiles files;
  private final JobStates states;
  private final JobOwners owners;
  private final Jobs jobs;
  private final CallerQuota placeQuota; // of jobs that wait or run
  private final JobMemory memory;
  private final Clock clock;
  private final MeterRegistry registry;
  private final Set<Job> queue = new LinkedHashSet<>(); // guarded by this
  private final Set<Job> running = new HashSet<>(); // guarded by this
  private final Map<String, Long> served = new HashMap<>(); // by caller; guarded by this
  private long starts; // guarded by this
  private boolean open; // guarded by this

  /// @param jobs all jobs, of which those in no final state wait for [#start]
  /// @param registry gets the times of jobs that ended
  JobRunner(
      JobOptions options,
      DocumentCollections collections,
      BiFunction<JobRequest, JobScope, JobWork> preparing,
      JobFiles files,
      JobStates states,
      Jobs jobs,
      JobMemory memory,
      Clock clock,
      MeterRegistry registry) {
    this.atOnce = options.atOnce();
    this.collections = collections;
    this.preparing = preparing;
    this.files = files;
    this.states = states;
    this.owners = new JobOwners(collections, states, this::waits);
    this.jobs = jobs;
    this.placeQuota = new CallerQuota(options.atOnce() + options.queue(), JobRunner::placeRefused);
    this.memory = memory;
    this.clock = clock;
    this.registry = registry;
  }

  private static RuntimeException placeRefused(CallerQuota quota, Bound bound) {
    return bound == Bound.CALLER
        ? new RequestException(
            Fault.TOO_MANY_REQUESTS,
            "caller",
            "may have " + quota.perCaller() + " jobs that wait or run; wait until one is done")
        : RequestException.busy(
            quota.total() + " jobs wait or run, the maximum; try again when one is done",
            RETRY_AFTER_SECONDS);
  }

  /// Takes over the stored jobs of a collection for which this process answers, as far as it does
  /// not have them yet. Queues those that wait, the oldest first.
  void takeOver(DocumentCollection collection) {
    states.of(collection).stream()
        .flatMap(stored -> jobs.takeOver(stored, collection, now()).stream())
        .sorted(Comparator.comparing(Job::status, JobPage.NEWEST_FIRST.reversed()))
        .forEach(job -> {
          Share place = placeQuota.open(job.caller());
          place.tryTake(1); // more may have waited before than are allowed now
          add(job, place);
        });
  }

  /// Gives jobs to another instance, which reads their states. Waits until their runs have ended,
  /// at most for some time.
  void release(Collection<Job> leaving) {
    synchronized (this) {
      queue.removeAll(leaving);
    }
    leaving.forEach(job -> job.stop(Stop.RELEASE));
    awaitEnd(leaving);
    leaving.forEach(job -> {
      jobs.forget(job);
      job.leave();
    });
  }

  void start() {
    synchronized (this) {
      open = true;
      dispatch();
    }
  }

  /// Interrupts the jobs that run, and stores final states that are not stored yet. Other jobs stay
  /// queued on disk.
  void close() {
    List<Job> ending;
    synchronized (this) {
      open = false;
      ending = List.copyOf(running);
    }
    ending.forEach(job -> job.stop(Stop.INTERRUPT));
    awaitEnd(ending);
    jobs.close();
  }

  /// Waits until runs have ended, at most for some time.
  private synchronized void awaitEnd(Collection<Job> ending) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(END_MILLIS);
    try {
      for (long left = END_MILLIS; left > 0 && !Collections.disjoint(running, ending); ) {
        wait(left);
        left = (end - System.nanoTime()) / 1_000_000;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Queues a job.
  ///
  /// @param save stores its state
  /// @throws RequestException if the caller has too many jobs, or too many wait
  void queue(String caller, Job job, Runnable save) {
    Share place = placeQuota.takeOne(caller);
    long epoch = owners.epoch(job);
    try {
      save.run();
    } catch (RuntimeException e) {
      place.close();
      throw e;
    }
    add(job, place);
    if (owners.epoch(job) != epoch) {
      // The jobs of the collection may have been released, and taken over again, without this one.
      release(List.of(job));
      owners.owned(job).ifPresent(this::takeOver);
    }
  }

  private synchronized void add(Job job, Share place) {
    job.hold(place);
    queue.add(job);
    dispatch();
  }

  /// Cancels a job; false if its state is final.
  ///
  /// @param saves see [Jobs#keep]
  boolean cancel(Job job, boolean saves) {
    boolean waited;
    synchronized (this) {
      waited = queue.remove(job);
    }
    if (waited) {
      end(job, JobState.CANCELLED, null, 0, saves);
      return true;
    }
    boolean runs = !job.isEnded();
    if (runs) {
      job.stop(Stop.CANCEL);
    }
    return runs;
  }

  synchronized int queued() {
    return queue.size();
  }

  synchronized int running() {
    return running.size();
  }

  /// The present time, as precise as it is stored.
  Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  /// The run of a job waits for the owner of a collection, or goes on if that is null. Meanwhile
  /// another job runs in its place; neither waits for the other afterwards.
  private void waits(Job job, @Nullable String collection) {
    job.waitFor(collection);
    dispatch();
  }

  /// Starts waiting jobs while there is room.
  private synchronized void dispatch() {
    for (Job next = next(); next != null; next = next()) {
      Job job = next;
      queue.remove(job);
      running.add(job);
      served.put(job.caller(), ++starts);
      Thread.ofPlatform().daemon().name("job").start(() -> run(job));
    }
    if (queue.isEmpty()) {
      served.clear(); // nobody waits for a turn
    }
  }

  private @Nullable Job next() {
    Map<String, Long> busy =
        running.stream()
            .filter(job -> !job.isWaiting())
            .collect(Collectors.groupingBy(Job::caller, Collectors.counting()));
    if (!open || busy.values().stream().mapToLong(Long::longValue).sum() >= atOnce) {
      return null;
    }
    int most = Math.max(1, atOnce - 1);
    return queue.stream()
        .filter(job -> busy.getOrDefault(job.caller(), 0L) < most)
        .min(Comparator.comparing(job -> served.getOrDefault(job.caller(), 0L)))
        .orElse(null);
  }

  private void run(Job job) {
    long begin = System.nanoTime();
    Share share = jobs.resultQuota().open(job.caller());
    JobState last = JobState.FAILED;
    JobFailure failure = null;
    boolean moves = false;
    boolean again = false;
    long epoch = owners.epoch(job);
    try {
      work(job, share);
      last = JobState.DONE;
    } catch (JobStoppedException e) {
      last = job.isStopped(Stop.CANCEL) ? JobState.CANCELLED : JobState.INTERRUPTED;
      moves = job.isStopped(Stop.RELEASE);
    } catch (RuntimeException | Error e) {
      failure = JobFailure.of(e);
      if (failure.isOfDeletedCollection()) { // noticed before the job was cancelled for that
        last = JobState.CANCELLED;
        failure = null;
      } else if (job.isStopped(Stop.RELEASE) || owners.haveChanged(job, epoch)) {
        moves = true;
      } else if (failure.mayPass() && owners.allowAnotherRun(job)) {
        moves = true;
        again = true;
      } else if (failure.isInternal()) {
        log.error("Job '{}' failed", job.id(), e);
      }
    }
    share.close(); // the state of the job says what it keeps
    try {
      if (moves) {
        owners.await(job);
      }
      if (!moves || job.isStopped(Stop.CANCEL) || !handOver(job, again)) {
        end(
            job,
            moves ? JobState.CANCELLED : last,
            moves ? null : failure,
            System.nanoTime() - begin,
            true);
      }
    } finally {
      dispatch();
    }
  }

  /// Ends a run that counts no more: the next one begins at the process that answers for the
  /// collection, which may be this one again. If this process may not store the state any more, the
  /// next owner takes up the job as it is, see [Jobs#takeOver].
  ///
  /// @param again whether a collection without an owner is why, see [JobStatus#restarted]
  /// @return false if the job was cancelled
  private boolean handOver(Job job, boolean again) {
    JobStatus next = job.withoutRun();
    if (next.state() == JobState.RUNNING) { // else it did not begin
      next = again ? next.restarted(now()) : next.handedOver(now());
    }
    try {
      if (job.equals(jobs.find(next.id()))) { // else it was left, and may run again already
        files.deleteResults(next.id());
        owners.save(job, next);
      }
      log.info("Job '{}' is {}, as its collection is assigned anew", next.id(), next.state());
    } catch (RuntimeException | Error e) {
      log.info("Job '{}' is left to the next owner: {}", next.id(), e.getMessage());
    }
    if (job.isStopped(Stop.CANCEL)) {
      return false;
    }
    synchronized (this) {
      boolean leaves = job.isStopped(Stop.RELEASE);
      running.remove(job);
      job.set(next);
      if (!leaves && !job.isEnded()) {
        queue.add(job);
      }
      notifyAll();
    }
    return true;
  }

  private void work(Job job, Share share) {
    JobStatus status = job.status();
    String id = status.id();
    JobWork work =
        preparing.apply(
            status.request(),
            new JobScope(present(status, status.collection()), name -> present(status, name)));
    files.deleteResults(id); // of an earlier run, which would be taken for the end of this one
    try (JobResultWriter results = files.write(id, share)) {
      JobContext context = new JobContext(id, results, memory);
      context.onWait(collection -> waits(job, collection));
      if (status.request().writes()) {
        context.onBatch(() -> states.save(job.status()));
      }
      Instant now = now();
      owners.save(job, job.withoutRun().running(now));
      job.begin(context, now);
      log.info("Job '{}' begins", id);
      work.run(context);
      context.check(); // a join that was stopped returns as if it were done
      results.sync();
      files.publish(id);
    }
  }

  /// The state is stored before it is visible, so that nothing restarts the job meanwhile.
  ///
  /// @param saves whether it is stored now; otherwise [Jobs#saveAll] does so
  private void end(
      Job job, JobState last, @Nullable JobFailure failure, long nanos, boolean saves) {
    JobStatus ended = job.withoutRun().ended(last, now(), failure);
    try {
      ended = job.status().ended(last, now(), failure);
      jobs.keep(job, ended, saves);
      registry
          .timer(JobService.ENDED, "kind", ended.request().kind(), "outcome", last.label())
          .record(nanos, TimeUnit.NANOSECONDS);
      log.info(
          "Job '{}' is {} after {} ms, with {} results{}",
          ended.id(),
          last.label(),
          nanos / 1_000_000,
          ended.progress().results(),
          failure == null ? "" : ": " + (failure.field() + " " + failure.message()).strip());
    } finally { // whatever fails, the place is free
      synchronized (this) {
        running.remove(job);
        job.set(ended);
        notifyAll();
      }
    }
  }

  private DocumentCollection present(JobStatus status, String name) {
    collections.requireUsable(name);
    return collections
        .find(name)
        .filter(status::isFor)
        .orElseThrow(
            () -> new StoreException(StoreFault.NO_COLLECTION, "'" + name + "' was deleted"));
  }
}

package io.neardup.service.job;

import io.micrometer.core.instrument.MeterRegistry;
import io.neardup.service.CallerQuota;
import io.neardup.service.CallerQuota.Share;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.job.JobContext.JobStoppedException;
import io.neardup.service.job.JobKind.JobScope;
import io.neardup.service.job.JobKind.JobWork;
import io.neardup.store.StoreException;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// Runs jobs, a few at once. The next one is that of the caller who was served least recently; one
/// caller may run all but one of them. Thread-safe.
final class JobRunner {

  private static final Logger log = LoggerFactory.getLogger(JobRunner.class);
  private static final long END_MILLIS = 20_000;

  private final int atOnce;
  private final DocumentCollections collections;
  private final Function<JobRequest, JobKind<?>> kinds;
  private final JobFiles files;
  private final CallerQuota sizeQuota;
  private final Clock clock;
  private final MeterRegistry registry;
  private final Map<String, Share> sizeOf = new ConcurrentHashMap<>(); // of finished jobs
  private final Map<String, Place> queue = new LinkedHashMap<>(); // by id; guarded by this
  private final Map<String, Place> running = new LinkedHashMap<>(); // by id; guarded by this
  private final Set<String> ending = new HashSet<>(); // cancelled before they ran; guarded by this
  private final Map<String, JobStatus> unsaved = new ConcurrentHashMap<>(); // final states by id
  private final Map<String, Long> served = new HashMap<>(); // by caller; guarded by this
  private long starts; // guarded by this
  private boolean open; // guarded by this

  /// @param atOnce maximum of concurrent jobs
  /// @param sizeQuota quota of the size of results
  JobRunner(
      int atOnce,
      DocumentCollections collections,
      Function<JobRequest, JobKind<?>> kinds,
      JobFiles files,
      CallerQuota sizeQuota,
      Clock clock,
      MeterRegistry registry) {
    this.atOnce = atOnce;
    this.collections = collections;
    this.kinds = kinds;
    this.files = files;
    this.sizeQuota = sizeQuota;
    this.clock = clock;
    this.registry = registry;
  }

  /// A job that waits or runs, and its place in the queue.
  private record Place(Job job, JobStatus status, Share share) {}

  /// Begins to run jobs.
  synchronized void start() {
    open = true;
    dispatch();
  }

  /// Interrupts the jobs that run, and stores final states that are not stored yet. Other jobs stay
  /// queued on disk.
  void close() {
    List<Job> ending;
    synchronized (this) {
      open = false;
      ending = running.values().stream().map(Place::job).toList();
    }
    ending.forEach(job -> job.stop(false));
    try {
      for (Job job : ending) {
        job.awaitEnd(END_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    saveEnded();
    if (!unsaved.isEmpty()) {
      log.warn("The end of these jobs could not be stored: {}", unsaved.keySet());
    }
  }

  /// Queues a job whose state is stored.
  ///
  /// @param share is closed when the job ends
  synchronized void add(Job job, Share share) {
    JobStatus status = job.status();
    queue.put(status.id(), new Place(job, status, share));
    dispatch();
  }

  /// Whether a job waits or runs.
  synchronized boolean has(String id) {
    return queue.containsKey(id) || running.containsKey(id) || ending.contains(id);
  }

  /// Cancels a job; false if it neither waits nor runs.
  boolean cancel(String id) {
    return cancel(id, this::saveEnd);
  }

  /// Cancels a job of a deleted collection if it waits or runs, and deletes what it keeps to undo
  /// its changes. Does not wait until its state is on disk: [#saveEnded] stores it.
  void abandon(JobStatus status) {
    cancel(status.id(), ended -> unsaved.put(ended.id(), ended));
    try {
      if (files.undoBytes(status.id()) > 0) {
        dropUndo(status);
      }
    } catch (StoreException e) {
      log.warn("Job '{}' has left something behind: {}", status.id(), e.getMessage());
    }
  }

  private boolean cancel(String id, Consumer<JobStatus> save) {
    Place active;
    Place waiting;
    synchronized (this) {
      active = running.get(id);
      waiting = active == null ? queue.remove(id) : null;
      if (waiting != null) {
        ending.add(id);
      }
    }
    if (active != null) {
      active.job.stop(true);
    } else if (waiting != null) {
      end(waiting, JobState.CANCELLED, null, 0, save);
    }
    return active != null || waiting != null;
  }

  /// Stores a final state; if that is not possible now, [#saveEnded] does so later.
  void saveEnd(JobStatus ended) {
    unsaved.put(ended.id(), ended);
    saveEnded(ended.id(), Level.WARN);
  }

  /// Stores the final states that are not stored yet.
  void saveEnded() {
    unsaved.keySet().forEach(id -> saveEnded(id, Level.DEBUG));
  }

  private void saveEnded(String id, Level failures) {
    JobStatus ended = unsaved.get(id);
    if (ended == null) {
      return;
    }
    synchronized (ended) { // not within the map, where a slow disk would block other jobs
      if (!ended.equals(unsaved.get(id))) {
        return;
      }
      try {
        if (ended.state() != JobState.DONE) {
          files.deleteResults(id);
        }
        files.save(ended);
        unsaved.remove(id, ended);
      } catch (RuntimeException | Error e) {
        log.atLevel(failures)
            .log("The end of job '{}' cannot be stored yet: {}", id, e.getMessage());
      }
    }
  }

  /// Gives up an end that is not stored yet, after an attempt to store it that is under way.
  ///
  /// @return null if there is none
  private @Nullable JobStatus takeUnsaved(String id) {
    JobStatus ended = unsaved.get(id);
    if (ended == null) {
      return null;
    }
    synchronized (ended) {
      return unsaved.remove(id);
    }
  }

  /// Stores the state of a job that is to run again, in place of its final state.
  void saveAgain(JobStatus queued) {
    takeUnsaved(queued.id());
    files.save(queued);
  }

  /// Counts the results of a job that has ended, and what it keeps to undo its changes.
  void account(JobStatus status) {
    long bytes = status.progress().bytes() + files.undoBytes(status.id());
    Share share = sizeQuota.open(status.caller());
    Share before = bytes == 0 ? sizeOf.remove(status.id()) : sizeOf.put(status.id(), share);
    if (before != null) {
      before.close();
    }
    if (!share.tryTake(bytes)) {
      log.warn("The results of job '{}' exceed neardup.jobs.max-results", status.id());
    }
  }

  /// Deletes the results of a job that does not run.
  void dropResults(JobStatus status) {
    files.deleteResults(status.id());
    account(status.requeued());
  }

  /// Deletes what a job that does not run keeps to undo its changes.
  void dropUndo(JobStatus status) {
    files.deleteUndo(status.id());
    account(status);
  }

  /// Deletes a job that does not run.
  ///
  /// @throws StoreException if a file cannot be deleted; the job is as before then
  void delete(JobStatus status) {
    JobStatus ended = takeUnsaved(status.id());
    try {
      files.delete(status.id());
    } catch (StoreException e) {
      if (ended != null) {
        unsaved.put(status.id(), ended);
      }
      throw e;
    }
    Share share = sizeOf.remove(status.id());
    if (share != null) {
      share.close();
    }
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

  /// Starts waiting jobs while there is room.
  private synchronized void dispatch() {
    for (Place next = next(); next != null; next = next()) {
      Place place = next;
      queue.remove(place.status.id());
      running.put(place.status.id(), place);
      served.put(place.status.caller(), ++starts);
      Thread.ofPlatform().daemon().name("job").start(() -> run(place));
    }
    if (queue.isEmpty()) {
      served.clear(); // nobody waits for a turn
    }
  }

  private @Nullable Place next() {
    if (!open || running.size() >= atOnce) {
      return null;
    }
    Map<String, Long> busy =
        running.values().stream()
            .collect(Collectors.groupingBy(each -> each.status.caller(), Collectors.counting()));
    int most = Math.max(1, atOnce - 1);
    return queue.values().stream()
        .filter(place -> busy.getOrDefault(place.status.caller(), 0L) < most)
        .min(Comparator.comparing(place -> served.getOrDefault(place.status.caller(), 0L)))
        .orElse(null);
  }

  private void run(Place place) {
    String id = place.status.id();
    long begin = System.nanoTime();
    Share share = sizeQuota.open(place.status.caller());
    JobState last = JobState.FAILED;
    JobFailure failure = null;
    Runnable onDone = () -> {};
    try {
      onDone = work(place, share);
      last = JobState.DONE;
    } catch (JobStoppedException e) {
      last = place.job.isCancelled() ? JobState.CANCELLED : JobState.INTERRUPTED;
    } catch (RuntimeException | Error e) {
      failure = JobFailure.of(e);
      if (failure.isInternal()) {
        log.error("Job '{}' failed", id, e);
      }
    }
    share.close(); // the state of the job says what it keeps
    try {
      end(place, last, failure, System.nanoTime() - begin, this::saveEnd);
      if (last == JobState.DONE) {
        onDone.run();
      }
    } catch (StoreException e) {
      log.warn("Job '{}' is done, but left something behind: {}", id, e.getMessage());
    } finally {
      dispatch();
    }
  }

  /// @return what to do once the state is stored
  private Runnable work(Place place, Share share) {
    String id = place.status.id();
    JobWork work =
        kinds
            .apply(place.status.request())
            .prepare(
                place.status.request(),
                new JobScope(
                    present(place.status, place.status.collection()),
                    name -> present(place.status, name)));
    files.deleteResults(id); // those of an earlier run: results of a running job mean its end
    try (JobResultWriter results = files.write(id, share)) {
      JobContext context = new JobContext(id, results, () -> files.writeUndo(id, share));
      place.job.begin(context, now());
      files.save(place.job.status());
      log.info("Job '{}' begins", id);
      try {
        work.run(context);
      } finally {
        context.closeUndo();
      }
      context.check(); // a join that was stopped returns as if it were done
      results.sync();
      files.publish(id);
      return context.onDone();
    }
  }

  /// The state is stored before it is visible, so that nothing restarts the job meanwhile.
  private void end(
      Place place,
      JobState last,
      @Nullable JobFailure failure,
      long nanos,
      Consumer<JobStatus> save) {
    String id = place.status.id();
    JobStatus ended = place.status.ended(last, now(), failure);
    try {
      ended = place.job.status().ended(last, now(), failure);
      save.accept(ended);
      account(ended);
      registry
          .timer(JobService.ENDED, "kind", ended.request().kind(), "outcome", last.label())
          .record(nanos, TimeUnit.NANOSECONDS);
      log.info(
          "Job '{}' is {} after {} ms, with {} results{}",
          id,
          last.label(),
          nanos / 1_000_000,
          ended.progress().results(),
          failure == null ? "" : ": " + (failure.field() + " " + failure.message()).strip());
    } finally { // whatever fails, the place is free
      synchronized (this) {
        running.remove(id);
        ending.remove(id);
        place.share.close();
        place.job.set(ended);
      }
    }
  }

  private DocumentCollection present(JobStatus status, String name) {
    collections.requireUsable(name);
    return collections
        .find(name)
        .map(status::require)
        .orElseThrow(() ->
            new RequestException(
                Fault.NOT_FOUND, "collection", "'" + name + "' does not exist any more"));
  }
}

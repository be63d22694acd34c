package io.neardup.service.job;

import io.neardup.index.StopSignal;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.job.JobStatus.JobProgress;
import io.neardup.service.join.JoinResult;
import io.neardup.service.peer.PeerCalls;
import io.neardup.store.StoreException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What the work of a job reports to, and asks whether to go on. Thread-safe.
public final class JobContext implements StopSignal {

  /// How long another collection may be without an owner: longer than a takeover without a standby.
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private static final Duration PAUSE = Duration.ofMillis(200);

  private final String id;
  private final Consumer<Object> sink;
  private final @Nullable JobResultWriter results; // null for an answer
  private final JobMemory memory;
  private final Map<String, Long> counts = new ConcurrentHashMap<>();
  private final LongAdder did = new LongAdder();
  private volatile long total;
  private volatile LongSupplier done = () -> 0;
  private volatile @Nullable JoinResult joined;
  private volatile boolean stopped;
  private @Nullable Runnable onStop; // guarded by this
  private Runnable onBatch = () -> {}; // set before the work begins
  private Consumer<@Nullable String> onWait = _ -> {}; // set before the work begins

  /// @param id of the job
  /// @param memory of all jobs
  JobContext(String id, JobResultWriter results, JobMemory memory) {
    this(id, results::append, results, memory);
  }

  private JobContext(
      String id, Consumer<Object> sink, @Nullable JobResultWriter results, JobMemory memory) {
    this.id = id;
    this.sink = sink;
    this.results = results;
    this.memory = memory;
  }

  /// The context of work whose results are the answer to a request; the work changes nothing.
  ///
  /// @param sink receives the results, on several threads at once
  /// @param memory of all jobs
  public static JobContext answering(Consumer<Object> sink, JobMemory memory) {
    return new JobContext("", sink, null, memory);
  }

  /// Whether the results are stored: large groups are passed with all of their pages then, which
  /// are read from disk.
  boolean isJob() {
    return results != null;
  }

  /// Threads for the work; must be closed. Jobs leave half of the processors to requests.
  public ForkJoinPool newPool() {
    int processors = Runtime.getRuntime().availableProcessors();
    return new ForkJoinPool(results == null ? processors : Math.max(1, processors / 2));
  }

  String id() {
    return id;
  }

  /// Ends the work of a job that was stopped.
  static final class JobStoppedException extends RuntimeException {
    JobStoppedException() {
      super("the job was stopped", null, false, false);
    }
  }

  /// Adds a result, which becomes JSON.
  ///
  /// @throws RuntimeException if the job is to end: it was stopped, the results are too large, or
  ///   the disk is full
  public void append(Object result) {
    check();
    sink.accept(result);
  }

  public void count(String name, long more) {
    counts.merge(name, more, Long::sum);
  }

  /// Reports how much work there is, and where to read how much of it is done.
  ///
  /// @param all in units of the kind, such as documents
  public void progress(long all, LongSupplier doneSoFar) {
    done = doneSoFar;
    total = all;
  }

  /// Reports how much work there is; [#did] reports what is done of it.
  void progress(long all) {
    progress(all, did::sum);
  }

  void did(long more) {
    did.add(more);
  }

  /// Has `save` called after each batch of writes.
  void onBatch(Runnable save) {
    onBatch = save;
  }

  /// Reports that a batch was written. What was done so far outlives this process, and a process
  /// that may not store it stops here.
  void wrote() {
    onBatch.run();
  }

  /// Has the name of a collection passed when the work begins to wait for its owner, and null when
  /// it goes on.
  void onWait(Consumer<@Nullable String> waits) {
    onWait = waits;
  }

  /// Asks about another collection, and again while no instance answers for it.
  ///
  /// @param question may be asked twice if its first outcome is unknown
  /// @throws RequestException UNAVAILABLE if it is not answered for as long as a takeover may take
  <T> T patiently(PeerCalls peers, DocumentCollection other, Supplier<T> question) {
    return patiently(PATIENCE, peers, other, question);
  }

  <T> T patiently(
      Duration patience, PeerCalls peers, DocumentCollection other, Supplier<T> question) {
    long end = System.nanoTime() + patience.toNanos();
    boolean waits = false;
    try {
      while (true) {
        try {
          return question.get();
        } catch (RequestException | StoreException e) {
          if (!mayPass(e, peers.isHere(other))) {
            throw e;
          }
          if (System.nanoTime() - end > 0) {
            throw new RequestException(
                Fault.UNAVAILABLE,
                "collection",
                "'"
                    + other.name()
                    + "' was not available for "
                    + patience.toMinutes()
                    + " minutes; restart the job once it is. The last answer: "
                    + e.getMessage());
          }
        }
        check();
        if (!waits) {
          waits = true;
          onWait.accept(other.name());
        }
        LockSupport.parkNanos(PAUSE.toNanos());
      }
    } finally {
      if (waits) {
        onWait.accept(null);
      }
    }
  }

  private static boolean mayPass(RuntimeException e, boolean isHere) {
    return e instanceof RequestException refusal
        ? refusal.kind() == Fault.UNAVAILABLE
            || refusal.kind() == Fault.MOVED
            || refusal.kind() == Fault.STOPPING
            || refusal.kind() == Fault.STORAGE
        : !isHere && e instanceof StoreException failure && failure.mayPass();
  }

  /// Reports what the work joins, and what it guarantees to find; null if it joins nothing.
  public void joined(@Nullable JoinResult result) {
    joined = result;
  }

  /// Has `stop` called when the job is stopped, at once if it was stopped already.
  public void onStop(Runnable stop) {
    synchronized (this) {
      onStop = stop;
    }
    if (stopped) {
      stop.run();
    }
  }

  @Override
  public void check() {
    if (stopped) {
      throw new JobStoppedException();
    }
  }

  /// Counts memory, once there is enough; to be given back by the same thread.
  @Override
  public void hold(long bytes) {
    memory.hold(bytes, this);
  }

  /// Counts memory, once there is enough; to be given back by the same thread.
  @Override
  public long holdText(long textBytes) {
    return memory.holdText(textBytes, this);
  }

  public boolean isStopped() {
    return stopped;
  }

  public void stop() {
    stopped = true;
    Runnable stop;
    synchronized (this) {
      stop = onStop;
    }
    if (stop != null) {
      stop.run();
    }
  }

  /// What the work joined; null before that is known, and if it joins nothing.
  public @Nullable JoinResult joined() {
    return joined;
  }

  JobProgress made() {
    long all = total;
    JobResultWriter written = results();
    return new JobProgress(
        Math.min(done.getAsLong(), all),
        all,
        written.lines(),
        written.bytes(),
        counts(),
        joined,
        null);
  }

  Map<String, Long> counts() {
    return new TreeMap<>(counts);
  }

  JobResultWriter results() {
    return Objects.requireNonNull(results);
  }
}

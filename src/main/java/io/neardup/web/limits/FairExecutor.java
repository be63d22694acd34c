package io.neardup.web.limits;

import io.micrometer.context.ContextSnapshot;
import io.micrometer.context.ContextSnapshotFactory;
import io.neardup.index.StopSignal;
import io.neardup.memory.MemoryWatch;
import io.neardup.service.Awaited;
import io.neardup.service.Peers;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.web.limits.Deadline.TimedWork;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Runs all long computations: lookups, comparisons with measures or explanations, long texts, and
/// the lines of streams. It has its own platform threads, because the virtual threads that answer
/// requests are not preempted and share only as many carrier threads as there are processors.
///
/// At most `permits` tasks run at once. The next task belongs to the caller who has used the least
/// computing time so far ([FairQueue]). A task runs in time slices of 10 ms: at the first
/// [Slot#check()] after a slice, the task with the higher priority gets the permit, and the
/// preempted thread waits. So a short lookup never waits for a scan of a large collection to end.
/// There are at most as many threads as requests in progress and line batches in flight.
///
/// In a cluster, a task may wait for other instances while it has a permit. Their questions have as
/// many permits of their own, and wait for no instance: so two instances that ask each other never
/// wait for each other's permits.
///
/// A task costs two locks, and two thread switches if its caller waits for it. Safe for concurrent
/// use.
public final class FairExecutor implements AutoCloseable {

  /// Long compared with a thread switch, too short for people to notice.
  private static final long SLICE_NANOS = 10_000_000;

  private static final long IDLE_SECONDS = 10;
  private static final String CANCELLED = "was cancelled because the service stops";

  /// Longer bodies are computed here whatever the request is: from this length on, segmenting some
  /// languages takes milliseconds.
  private static final int SHORT_BYTES = 16 << 10;

  private final int permits;
  private final Deadline.Limit timeLimit;
  private final LongSupplier nanoTime;
  private final ThreadPoolExecutor threads;
  private final ContextSnapshotFactory contexts = ContextSnapshotFactory.builder().build();

  private final FairQueue<Task<?>> waiting = new FairQueue<>(); // guarded by this
  private int running; // guarded by this
  private boolean closed; // guarded by this
  private final @Nullable FairExecutor asked; // runs the questions of other instances

  /// @param permits how many tasks run at once, 1 or more; in a cluster, also of the questions of
  ///   other instances
  /// @param timeLimit of the tasks of requests
  /// @param nanoTime the clock of the slices, like System.nanoTime
  public FairExecutor(int permits, Deadline.Limit timeLimit, LongSupplier nanoTime) {
    this(permits, timeLimit, nanoTime, new FairExecutor(permits, timeLimit, nanoTime, null));
  }

  private FairExecutor(
      int permits, Deadline.Limit timeLimit, LongSupplier nanoTime, @Nullable FairExecutor asked) {
    this.asked = asked;
    this.permits = permits;
    this.timeLimit = timeLimit;
    this.nanoTime = nanoTime;
    this.threads =
        new ThreadPoolExecutor(
            permits,
            Integer.MAX_VALUE,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            Thread.ofPlatform().daemon().name("compute").factory());
  }

  /// Computes something for a request and waits for it. The task runs until its deadline at most,
  /// even if the client disconnects: detecting that would take Tomcat internals.
  ///
  /// @param work what the time limit is for
  /// @param task computes the result; it must not use the request
  /// @throws RequestException UNAVAILABLE if the task cannot begin before its deadline, or the
  ///   service stops
  /// @throws RuntimeException what the task throws
  public <T> T call(HttpServletRequest request, TimedWork work, Function<Deadline, T> task) {
    if (asked != null && request.getAttribute(Peers.INTERNAL) != null) {
      return asked.call(request, work, task);
    }
    Deadline deadline = timeLimit.begin(work).with(RequestMemory.of(request));
    Task<T> queued =
        new Task<>(CallerName.of(request), null, slot -> task.apply(deadline.in(slot)));
    try {
      add(queued);
      while (!queued.result.isDone()) {
        try {
          queued.result.get(timeLimit.duration().toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
          // Thrown below.
        } catch (TimeoutException e) {
          if (remove(queued)) {
            throw unavailable("must wait longer than neardup.limits.deadline; try again later");
          }
        }
      }
      return Awaited.of(queued.result);
    } catch (InterruptedException e) {
      queued.result.cancel(false);
      remove(queued);
      Thread.currentThread().interrupt();
      throw unavailable(CANCELLED);
    } catch (RejectedExecutionException e) {
      throw unavailable("is refused because the service stops");
    }
  }

  /// Computes something for a request: on the calling thread if it is short.
  ///
  /// @param isLong whether even a short request may take longer to compute than to read
  /// @throws RequestException like [#call]
  public <T> T callIfLong(
      boolean isLong, HttpServletRequest request, TimedWork work, Function<Deadline, T> task) {
    int length = request.getContentLength(); // -1 for chunks and gzip
    return isLong || length < 0 || length > SHORT_BYTES
        ? call(request, work, task)
        : task.apply(timeLimit.begin(work).with(RequestMemory.of(request)));
  }

  /// Computes something for a stream, without waiting for it.
  ///
  /// @param stream tasks of one caller with the same stream, compared by equals, begin in
  ///   submission order
  /// @return the result, or what the task threw
  /// @throws RejectedExecutionException if the service stops
  public <T> CompletableFuture<T> submit(String caller, Object stream, Function<Slot, T> task) {
    Task<T> queued = new Task<>(caller, stream, task);
    add(queued);
    return queued.result;
  }

  /// Number of running tasks.
  public synchronized int running() {
    return running + (asked == null ? 0 : asked.running());
  }

  /// Number of request tasks, without stream tasks, that wait for a permit; includes preempted
  /// ones.
  public synchronized int waiting() {
    long own = waiting.tasks().filter(task -> task.stream == task).count();
    return (int) own + (asked == null ? 0 : asked.waiting());
  }

  /// Ends the threads once nothing waits any more.
  @Override
  public synchronized void close() {
    closed = true;
    endIfIdle();
    if (asked != null) {
      asked.close();
    }
  }

  private void endIfIdle() {
    if (closed && running == 0) {
      threads.shutdown();
    }
  }

  private static RequestException unavailable(String why) {
    return new RequestException(Fault.UNAVAILABLE, "request", why);
  }

  private synchronized void add(Task<?> task) {
    if (closed) {
      throw new RejectedExecutionException("the service stops");
    }
    waiting.add(task.caller, task.stream, task);
    if (running < permits) {
      running++;
      grant(Objects.requireNonNull(waiting.next()));
    }
  }

  /// Drops a task that has not begun; false if it has.
  private synchronized boolean remove(Task<?> task) {
    return task.resumed == null && waiting.remove(task.caller, task.stream, task);
  }

  /// Runs a task that has a permit.
  private void grant(Task<?> task) {
    if (task.resumed == null) {
      threads.execute(() -> run(task));
    } else {
      task.resumed.complete(null);
      task.resumed = null;
    }
  }

  /// Runs a task, and then the tasks that get its permit.
  private static void run(Task<?> first) {
    for (Task<?> task = first; task != null; ) {
      task = task.run();
      Thread.interrupted(); // the interrupt was for that task only
    }
  }

  /// The permit of a running task. For the task's thread.
  public final class Slot implements StopSignal {

    private final Task<?> task;
    private long begin = nanoTime.getAsLong(); // of the slice
    private StopSignal memory = NEVER;

    private Slot(Task<?> task) {
      this.task = task;
    }

    /// Begins the deadline of one lookup or comparison in a stream.
    public Deadline begin(TimedWork work) {
      return timeLimit.begin(work).in(this).with(memory);
    }

    /// Counts the memory of work that begins from now on.
    public void count(StopSignal ofLine) {
      memory = ofLine;
    }

    /// Passes the permit on if the slice is over and another task has a higher priority, and waits
    /// until this one has it again.
    ///
    /// @throws RequestException UNAVAILABLE if the thread that waits for the result was interrupted
    @Override
    public void check() {
      long now = nanoTime.getAsLong();
      if (now - begin >= SLICE_NANOS) {
        CompletableFuture<Void> resumed = passOn(now - begin);
        if (resumed != null) {
          resumed.join();
        }
        begin = nanoTime.getAsLong();
      }
      if (task.result.isCancelled()) {
        throw unavailable(CANCELLED);
      }
    }

    /// Returns what to wait for; null if the task keeps its permit.
    private @Nullable CompletableFuture<Void> passOn(long nanos) {
      synchronized (FairExecutor.this) {
        waiting.done(task.caller, nanos);
        waiting.putBack(task.caller, task.stream, task);
        Task<?> next = Objects.requireNonNull(waiting.next());
        if (next == task) {
          return null;
        }
        CompletableFuture<Void> resumed = new CompletableFuture<>();
        task.resumed = resumed;
        grant(next);
        return resumed;
      }
    }

    /// Gives up the permit. Returns the next task if this thread must run it.
    private @Nullable Task<?> end() {
      long nanos = nanoTime.getAsLong() - begin;
      synchronized (FairExecutor.this) {
        waiting.done(task.caller, nanos);
        Task<?> next = waiting.next();
        if (next == null) {
          running--;
          endIfIdle();
        } else if (next.resumed != null) {
          grant(next);
          return null;
        }
        return next;
      }
    }
  }

  private final class Task<T> {

    private final String caller;
    private final Object stream;
    private final Function<Slot, T> work;
    private final ContextSnapshot context = contexts.captureAll();
    private final CompletableFuture<T> result = new CompletableFuture<>();
    private @Nullable CompletableFuture<Void> resumed; // while preempted; guarded by the executor

    /// @param stream null for a request, which counts as its own stream
    Task(String caller, @Nullable Object stream, Function<Slot, T> work) {
      this.caller = caller;
      this.stream = stream == null ? this : stream;
      this.work = work;
    }

    /// Returns the task that gets the permit, if this thread must run it.
    @Nullable Task<?> run() {
      Slot slot = new Slot(this);
      T value = null;
      Throwable failure = null;
      try (ContextSnapshot.Scope _ = context.setThreadLocals()) {
        value = work.apply(slot);
      } catch (RuntimeException | Error e) {
        MemoryWatch.check(e);
        failure = e;
      }
      Task<?> next = slot.end();
      if (failure == null) {
        result.complete(value);
      } else {
        result.completeExceptionally(failure);
      }
      return next;
    }
  }
}

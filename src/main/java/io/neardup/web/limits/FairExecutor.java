package io.neardup.web.limits;

import io.micrometer.context.ContextSnapshot;
import io.micrometer.context.ContextSnapshotFactory;
import io.neardup.index.StopSignal;
import io.neardup.memory.MemoryWatch;
import io.neardup.service.Awaited;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.web.limits.Deadline.TimedWork;
import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Runs everything that computes for long: lookups, comparisons with measures or explanations, long
/// texts, and the lines of streams. It has platform threads of its own, because virtual threads,
/// which answer the requests, share as many carrier threads as there are processors and are not
/// preempted.
///
/// At most `permits` tasks run at once. The next one is that of the caller for whom least was
/// computed so far ([FairQueue]). A task runs for a slice of 10 ms at a time: at the next
/// [Slot#check()] after it, the task with the higher priority gets the permit, and the thread of
/// the interrupted one waits. So a short lookup never waits for a scan of a large collection to
/// end. There are at most as many threads as requests in progress and batches of lines in flight.
///
/// A task costs two locks, and two thread switches if its caller waits for it. Safe for concurrent
/// use.
public final class FairExecutor implements AutoCloseable {

  /// Long compared with a thread switch, short compared with what people notice.
  private static final long SLICE_NANOS = 10_000_000;

  private static final long IDLE_MILLIS = 10_000;
  private static final String CANCELLED = "was cancelled, because the service stops";

  /// Bodies that are longer are computed here whatever the request is: from this length on, some
  /// languages take milliseconds to segment.
  private static final int SHORT_BYTES = 16 << 10;

  private final int permits;
  private final Deadline.Limit timeLimit;
  private final LongSupplier nanoTime;
  private final ContextSnapshotFactory contexts = ContextSnapshotFactory.builder().build();

  private final FairQueue<Task<?>> waiting = new FairQueue<>(); // guarded by this
  private final Queue<Task<?>> granted = new ArrayDeque<>(); // not yet begun; guarded by this
  private int running; // guarded by this
  private int threads; // guarded by this
  private int idle; // guarded by this
  private int returning; // threads that have ended a task and come for the next; guarded by this
  private boolean closed; // guarded by this

  /// @param permits how many tasks run at once, 1 or more
  /// @param timeLimit of the tasks of requests
  /// @param nanoTime the clock of the slices, as System.nanoTime
  public FairExecutor(int permits, Deadline.Limit timeLimit, LongSupplier nanoTime) {
    this.permits = permits;
    this.timeLimit = timeLimit;
    this.nanoTime = nanoTime;
  }

  /// Computes something for a request and waits for it. The task runs until its deadline at most,
  /// even if the client disconnects: to detect that would take internal classes of Tomcat.
  ///
  /// @param work what the time limit is for
  /// @param task computes the result; it must not use the request
  /// @throws RequestException UNAVAILABLE if the task cannot begin before its deadline, or the
  ///   service stops
  /// @throws RuntimeException what the task throws
  public <T> T call(HttpServletRequest request, TimedWork work, Function<Deadline, T> task) {
    String caller = CallerName.of(request);
    AtomicBoolean cancelled = new AtomicBoolean();
    Deadline deadline = timeLimit.begin(work).with(RequestMemory.of(request));
    Task<T> queued =
        new Task<>(
            caller,
            cancelled,
            slot ->
                task.apply(
                    deadline.in(() -> {
                      slot.check();
                      if (cancelled.get()) {
                        throw unavailable(CANCELLED);
                      }
                    })),
            true);
    try {
      add(queued);
      while (!queued.awaitResult(timeLimit.duration().toNanos())) {
        if (remove(queued)) {
          throw unavailable("must wait longer than neardup.limits.deadline; try again later");
        }
      }
      return Awaited.of(queued.result);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unavailable(CANCELLED);
    } catch (RejectedExecutionException e) {
      throw unavailable("is refused, because the service stops");
    } finally {
      if (!queued.result.isDone()) {
        cancelled.set(true);
        remove(queued);
      }
    }
  }

  /// Computes something for a request: on the calling thread if it is short.
  ///
  /// @param isLong whether it may take longer than it takes to read the request, however short the
  ///   request is
  /// @throws RequestException as [#call]
  public <T> T callIfLong(
      boolean isLong, HttpServletRequest request, TimedWork work, Function<Deadline, T> task) {
    int length = request.getContentLength(); // -1 for chunks and gzip
    return isLong || length < 0 || length > SHORT_BYTES
        ? call(request, work, task)
        : task.apply(timeLimit.begin(work).with(RequestMemory.of(request)));
  }

  /// Computes something for a stream, without waiting for it.
  ///
  /// @param stream tasks of one caller with the same stream, compared by equals, begin in the order
  ///   in which they were submitted
  /// @return the result, or what the task threw
  /// @throws RejectedExecutionException if the service stops
  public <T> CompletableFuture<T> submit(String caller, Object stream, Function<Slot, T> task) {
    Task<T> queued = new Task<>(caller, stream, task, false);
    add(queued);
    return queued.result;
  }

  /// How many tasks run now.
  public synchronized int running() {
    return running;
  }

  /// How many tasks of requests, without those of streams, wait for a permit; interrupted ones
  /// included.
  public synchronized int waiting() {
    return (int) waiting.tasks().filter(task -> task.isRequest).count();
  }

  /// Ends the threads when nothing waits any more.
  @Override
  public synchronized void close() {
    closed = true;
    notifyAll();
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
      grantNext();
    }
  }

  /// Drops a task that has not begun; false if it has.
  private synchronized boolean remove(Task<?> task) {
    return task.resumed == null && waiting.remove(task.caller, task.stream, task);
  }

  /// Passes a permit on to the next task, if there is one.
  private void grantNext() {
    Task<?> next = waiting.next();
    if (next == null) {
      running--;
    } else {
      grant(next);
    }
  }

  private void grant(Task<?> task) {
    if (task.resumed != null) {
      task.resumed.countDown();
      task.resumed = null;
      return;
    }
    granted.add(task);
    if (granted.size() > idle + returning) {
      threads++;
      Thread.ofPlatform().daemon().name("compute").start(this::run);
    } else if (granted.size() > returning) {
      notify();
    }
  }

  private void run() {
    for (Task<?> task = next(0); task != null; task = next(1)) {
      task.run();
      Thread.interrupted(); // of that task alone
    }
  }

  /// The next task that has a permit; null if the thread is to end.
  ///
  /// @param ended how many tasks the thread has ended since the last
  private synchronized @Nullable Task<?> next(int ended) {
    returning -= ended;
    long begin = System.nanoTime();
    while (granted.isEmpty()) {
      boolean isSpare =
          threads > permits
              && TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin) >= IDLE_MILLIS;
      if (closed && running == 0 || isSpare) {
        threads--;
        return null;
      }
      idle++;
      try {
        wait(IDLE_MILLIS);
      } catch (InterruptedException e) {
        // Ignored: close() ends the threads.
      } finally {
        idle--;
      }
    }
    return granted.remove();
  }

  /// The permit of a running task. For the thread of the task.
  public final class Slot implements StopSignal {

    private final Task<?> task;
    private long begin = nanoTime.getAsLong(); // of the slice
    private StopSignal memory = NEVER;

    private Slot(Task<?> task) {
      this.task = task;
    }

    /// Begins the deadline of one lookup or comparison of a stream.
    public Deadline begin(TimedWork work) {
      return timeLimit.begin(work).in(this).with(memory);
    }

    /// Counts the memory of what begins from now on.
    public void count(StopSignal ofLine) {
      memory = ofLine;
    }

    /// Passes the permit on if the slice is over and another task has a higher priority, and waits
    /// until this one has it again. Throws nothing.
    @Override
    public void check() {
      long now = nanoTime.getAsLong();
      if (now - begin >= SLICE_NANOS) {
        CountDownLatch resumed = passOn(now - begin);
        if (resumed != null) {
          awaitUninterruptibly(resumed);
        }
        begin = nanoTime.getAsLong();
      }
    }

    /// Returns what to wait for; null if the task keeps its permit.
    private @Nullable CountDownLatch passOn(long nanos) {
      synchronized (FairExecutor.this) {
        waiting.done(task.caller, nanos);
        waiting.putBack(task.caller, task.stream, task);
        Task<?> next = Objects.requireNonNull(waiting.next());
        if (next == task) {
          return null;
        }
        CountDownLatch resumed = new CountDownLatch(1);
        task.resumed = resumed;
        grant(next);
        return resumed;
      }
    }

    private void end() {
      long nanos = nanoTime.getAsLong() - begin;
      synchronized (FairExecutor.this) {
        waiting.done(task.caller, nanos);
        returning++;
        grantNext();
        if (closed && running == 0) {
          FairExecutor.this.notifyAll();
        }
      }
    }
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    boolean interrupted = false;
    while (true) {
      try {
        latch.await();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private final class Task<T> {

    private final String caller;
    private final Object stream;
    private final Function<Slot, T> work;
    private final boolean isRequest;
    private final ContextSnapshot context = contexts.captureAll();
    private final CompletableFuture<T> result = new CompletableFuture<>();
    private @Nullable CountDownLatch resumed; // of an interrupted task; guarded by the executor

    Task(String caller, Object stream, Function<Slot, T> work, boolean isRequest) {
      this.caller = caller;
      this.stream = stream;
      this.work = work;
      this.isRequest = isRequest;
    }

    void run() {
      Slot slot = new Slot(this);
      T value = null;
      Throwable failure = null;
      try (ContextSnapshot.Scope _ = context.setThreadLocals()) {
        value = work.apply(slot);
      } catch (RuntimeException | Error e) {
        MemoryWatch.check(e);
        failure = e;
      }
      slot.end();
      if (failure == null) {
        result.complete(value);
      } else {
        result.completeExceptionally(failure);
      }
    }

    /// Waits for the result, or for the failure; false if neither comes in time.
    boolean awaitResult(long nanos) throws InterruptedException {
      try {
        result.get(nanos, TimeUnit.NANOSECONDS);
        return true;
      } catch (ExecutionException e) {
        return true;
      } catch (TimeoutException e) {
        return false;
      }
    }
  }
}

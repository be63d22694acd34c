package io.neardup.web.ndjson;

import io.neardup.web.limits.FairQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// The threads that work on the lines of all streams, fairly between callers, and between the
/// streams of one caller.
///
/// Work goes on for a slice of time, then that of others is looked at: a caller with a dozen
/// streams of long texts keeps one with a single short line waiting for the line that is being
/// worked on, and no longer.
public final class LineThreads implements AutoCloseable {

  /// Long beside the handing over, short beside what people notice.
  private static final long SLICE_NANOS = 10_000_000;

  private final FairQueue<Task> waiting = new FairQueue<>(); // guarded by this
  private final LongSupplier nanoTime;
  private boolean closed; // guarded by this

  /// @param threads 1 or more
  /// @param nanoTime as System.nanoTime
  public LineThreads(int threads, LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    for (int i = 0; i < threads; i++) {
      Thread.ofPlatform().daemon().name("lines-" + i).start(this::run);
    }
  }

  /// Work that can be interrupted.
  @FunctionalInterface
  public interface ResumableWork {

    /// Goes on with it, for one step at least and then as long as `more` says so.
    ///
    /// @return whether all is done
    boolean go(BooleanSupplier more);
  }

  private record Task(
      String caller, Object stream, ResumableWork work, CompletableFuture<Void> done) {}

  /// Has work done; of one stream, in any order if there are several threads.
  ///
  /// @param stream what belongs together, compared by identity or as it likes
  /// @return when it is done, or what it threw
  public CompletableFuture<Void> submit(String caller, Object stream, ResumableWork work) {
    Task task = new Task(caller, stream, work, new CompletableFuture<>());
    synchronized (this) {
      if (closed) {
        throw new RejectedExecutionException("the service stops");
      }
      waiting.add(caller, stream, task);
      notify();
    }
    return task.done;
  }

  /// Lets the threads end once nothing waits.
  @Override
  public synchronized void close() {
    closed = true;
    notifyAll();
  }

  private void run() {
    for (Task task = next(); task != null; task = next()) {
      work(task);
    }
  }

  private synchronized @Nullable Task next() {
    Task next = waiting.next();
    try {
      while (next == null && !closed) {
        wait();
        next = waiting.next();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return next;
  }

  private void work(Task task) {
    long begin = nanoTime.getAsLong();
    boolean done = true;
    Throwable failure = null;
    try {
      done = task.work.go(() -> nanoTime.getAsLong() - begin < SLICE_NANOS);
    } catch (RuntimeException | Error e) {
      failure = e;
    }
    note(task, done, nanoTime.getAsLong() - begin);
    if (failure != null) {
      task.done.completeExceptionally(failure);
    } else if (done) {
      task.done.complete(null);
    }
  }

  private synchronized void note(Task task, boolean done, long nanos) {
    if (!done) {
      waiting.putBack(task.caller, task.stream, task);
    }
    waiting.done(task.caller, nanos);
  }
}

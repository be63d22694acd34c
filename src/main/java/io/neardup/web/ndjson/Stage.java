package io.neardup.web.ndjson;

import io.neardup.memory.MemoryWatch;
import io.neardup.service.Awaited;
import io.neardup.service.CallerQuota.Share;
import io.neardup.web.problem.RequestIdValve;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// A pipeline stage: a bounded queue of items and a thread that processes them in order.
///
/// When the queue is full, by weight, `put` waits (backpressure). When a stage fails or is closed,
/// `put` fails, so that the preceding stages fail in turn. Part of the capacity may be shared with
/// other stages, first come, first served. An item that waits alone may have any weight, because it
/// must get through.
///
/// @param <T> the items
final class Stage<T> implements AutoCloseable {

  /// How often a full stage checks whether others have released room.
  private static final Duration PAUSE = Duration.ofMillis(50);

  private final long own;
  private final long most;
  private final @Nullable Share shared;
  private final StageWork<T> work;
  private final Thread worker;
  private final Queue<Waiting<T>> waiting = new ArrayDeque<>();
  private long weight; // of waiting and running items
  private boolean ended; // no more items follow
  private boolean closed;
  private long lastDone = System.nanoTime();
  private @Nullable Throwable failure;

  /// Processes the items.
  ///
  /// @param <T> the items
  @FunctionalInterface
  interface StageWork<T> {

    /// Processes the next item.
    void take(T next) throws IOException, InterruptedException;

    /// The queue is empty.
    ///
    /// @return calls this again when complete, if the queue is still empty; null for never
    default @Nullable CompletableFuture<?> idle() throws IOException, InterruptedException {
      return null;
    }

    /// Called by another thread that waits for the stage. May make the work fail.
    ///
    /// @param nanos how long it has waited without progress
    default void awaited(long nanos) {}
  }

  /// @param isShared whether its weight counts against the shared capacity
  private record Waiting<T>(T thing, int weight, boolean isShared) {}

  /// @param name of the thread
  /// @param own weight of the queue's own capacity
  /// @param most maximum weight of the queue
  /// @param shared holds what exceeds `own`; null without sharing
  Stage(String name, long own, long most, @Nullable Share shared, StageWork<T> work) {
    this.own = Math.min(own, most);
    this.most = most;
    this.shared = shared;
    this.work = work;
    String request = RequestIdValve.current();
    this.worker = Thread.ofVirtual().name(name).start(() -> RequestIdValve.run(request, this::run));
  }

  /// Adds an item; waits while the queue is full.
  ///
  /// @param weight 1 or more
  /// @throws IOException if the stage has failed or was closed
  synchronized void put(T thing, int weight) throws IOException, InterruptedException {
    long begin = System.nanoTime();
    boolean isShared = false;
    while (failure == null && !closed && this.weight > 0 && this.weight + weight > own) {
      isShared = shared != null && this.weight + weight <= most && shared.tryTake(weight);
      if (isShared) {
        break;
      }
      wait(PAUSE.toMillis());
      awaited(begin);
    }
    throwFailure();
    if (closed) {
      throw new IOException("closed");
    }
    waiting.add(new Waiting<>(thing, weight, isShared));
    this.weight += weight;
    notifyAll();
  }

  /// Waits until all items are processed.
  ///
  /// @throws IOException if it failed
  void finish() throws IOException, InterruptedException {
    synchronized (this) {
      ended = true;
      notifyAll();
    }
    for (long begin = System.nanoTime(); !worker.join(PAUSE); ) {
      awaited(begin);
    }
    synchronized (this) {
      throwFailure();
    }
  }

  /// Drops the queue, and waits for the item in progress. Call on the last stage first, so that no
  /// stage waits for the next.
  @Override
  public void close() {
    synchronized (this) {
      waiting.clear();
      closed = true;
      ended = true;
      notifyAll();
    }
    long begin = System.nanoTime();
    Awaited.end(worker, PAUSE, () -> awaited(begin));
  }

  private synchronized void awaited(long begin) {
    long now = System.nanoTime();
    work.awaited(Math.min(now - begin, now - lastDone));
  }

  private void run() {
    try {
      for (Waiting<T> next = next(); next != null; next = next()) {
        work.take(next.thing);
        did(next);
      }
    } catch (IOException | InterruptedException | RuntimeException | Error e) {
      MemoryWatch.check(e);
      fail(e);
    }
  }

  private @Nullable Waiting<T> next() throws IOException, InterruptedException {
    while (isEmpty()) {
      CompletableFuture<?> later = work.idle();
      if (later == null) {
        return awaitItem();
      }
      var _ = later.whenComplete((_, _) -> wakeUp());
      awaitItemOr(later);
    }
    return awaitItem();
  }

  private synchronized boolean isEmpty() {
    return waiting.isEmpty() && !closed;
  }

  private synchronized @Nullable Waiting<T> awaitItem() throws InterruptedException {
    while (waiting.isEmpty() && !ended) {
      wait();
    }
    return waiting.poll();
  }

  private synchronized void awaitItemOr(CompletableFuture<?> later) throws InterruptedException {
    while (waiting.isEmpty() && !closed && !later.isDone()) {
      wait();
    }
  }

  private synchronized void wakeUp() {
    notifyAll();
  }

  private synchronized void did(Waiting<T> done) {
    weight -= done.weight;
    if (shared != null && done.isShared) {
      shared.giveBack(done.weight);
    }
    lastDone = System.nanoTime();
    notifyAll();
  }

  private synchronized void fail(Throwable e) {
    failure = e;
    notifyAll();
  }

  private void throwFailure() throws IOException, InterruptedException {
    switch (failure) {
      case null -> {}
      case IOException e -> throw new IOException(e.getMessage(), e);
      case InterruptedException e -> throw new InterruptedException(e.getMessage());
      case Throwable e -> throw new IllegalStateException("a stream could not be answered", e);
    }
  }
}

package io.neardup.web;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// Answers of a stream that are still being worked on, in the order of their lines.
///
/// While the first of them waits for the disk, the next thousands are read and decided, and share
/// its wait. At most `maxWeight` of them are under way; then the service stops reading.
///
/// @param <A> what is known of an answer before it is there
final class AnswerPipeline<A> implements AutoCloseable {

  private static final int CHUNK = 32 * 1024;

  private final AnswerQueue out;
  private final int maxWeight;
  private final Writing<A> writing;
  private final Thread collector;
  private final Queue<Pending<A>> pending = new ArrayDeque<>();
  private final ByteArrayOutputStream chunk = new ByteArrayOutputStream(CHUNK + 1024);
  private int weight;
  private boolean ended;
  private boolean dropped;
  private @Nullable Throwable failure;

  /// Writes an answer.
  interface Writing<A> {

    /// Writes it.
    ///
    /// @param later done
    void write(ByteArrayOutputStream out, A line, CompletableFuture<?> later);
  }

  private record Pending<A>(A line, CompletableFuture<?> later, int weight) {}

  /// @param out where written answers go, closed by its owner
  AnswerPipeline(AnswerQueue out, int maxWeight, Writing<A> writing) {
    this.out = out;
    this.maxWeight = maxWeight;
    this.writing = writing;
    this.collector = Thread.ofVirtual().name("ndjson-pipeline").start(this::collect);
  }

  /// Adds an answer; waits while too many are under way.
  ///
  /// @param weight how much it counts, 1 or more
  /// @throws IOException if the client can no longer be written to
  synchronized void put(A line, CompletableFuture<?> later, int weight)
      throws IOException, InterruptedException {
    while (failure == null && this.weight > 0 && this.weight + weight > maxWeight) {
      wait();
    }
    throwFailure();
    pending.add(new Pending<>(line, later, weight));
    this.weight += weight;
    notifyAll();
  }

  /// Waits until all answers are there and handed on.
  ///
  /// @throws IOException if the client can no longer be written to
  void finish() throws IOException, InterruptedException {
    synchronized (this) {
      ended = true;
      notifyAll();
    }
    collector.join();
    synchronized (this) {
      throwFailure();
    }
  }

  /// Drops what is not handed on yet. What is under way goes on, unanswered.
  @Override
  public void close() {
    synchronized (this) {
      dropped = true;
      ended = true;
      pending.clear();
      notifyAll();
    }
    collector.interrupt();
    boolean interrupted = false;
    while (collector.isAlive()) {
      try {
        collector.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void collect() {
    try {
      Pending<A> next = take();
      while (next != null) {
        if (!next.later.isDone()) {
          handOn();
          await(next.later);
        }
        writing.write(chunk, next.line, next.later);
        done(next);
        if (chunk.size() >= CHUNK) {
          handOn();
        }
        next = take();
      }
      handOn();
    } catch (IOException | InterruptedException | RuntimeException | Error e) {
      fail(e);
    }
  }

  private @Nullable Pending<A> take() throws IOException, InterruptedException {
    boolean empty;
    synchronized (this) {
      empty = pending.isEmpty();
    }
    if (empty) {
      handOn(); // the client may wait for it before it sends more
    }
    synchronized (this) {
      while (pending.isEmpty() && !ended) {
        wait();
      }
      return pending.poll();
    }
  }

  private static void await(CompletableFuture<?> later) throws InterruptedException {
    CompletableFuture<Void> done = new CompletableFuture<>();
    BiConsumer<Object, Throwable> tell = (answer, failed) -> done.complete(null);
    var _ = later.whenComplete(tell);
    try {
      done.get();
    } catch (java.util.concurrent.ExecutionException e) {
      throw new IllegalStateException(e); // it is never completed so
    }
  }

  private synchronized void done(Pending<A> answered) {
    weight -= answered.weight;
    notifyAll();
  }

  private void handOn() throws IOException, InterruptedException {
    if (chunk.size() > 0) {
      out.put(chunk.toByteArray());
      chunk.reset();
    }
  }

  private synchronized void fail(Throwable e) {
    failure = e;
    notifyAll();
  }

  private void throwFailure() throws IOException, InterruptedException {
    if (failure == null || dropped) {
      return;
    }
    switch (failure) {
      case IOException e -> throw e;
      case InterruptedException e -> throw new InterruptedException(e.getMessage());
      case Throwable e -> throw new IllegalStateException("answers could not be written", e);
    }
  }
}

package io.neardup.web;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/// Takes things from one thread to another, in their order, and does something with each there.
///
/// So much of them, by weight, may wait; beyond that, whoever brings more waits. Relays can be put
/// behind one another: when the last one fails, or is closed, bringing something to it fails, and
/// so on back to the first.
///
/// @param <T> what is taken along
final class Relay<T> implements AutoCloseable {

  private final int maxWeight;
  private final Work<T> work;
  private final Thread worker;
  private final Queue<Waiting<T>> waiting = new ArrayDeque<>();
  private int weight; // of what waits and what is being worked on
  private boolean ended; // nothing more comes
  private boolean closed;
  private @Nullable Throwable failure;

  /// What is done at the other end.
  ///
  /// @param <T> what arrives
  @FunctionalInterface
  interface Work<T> {

    /// Works on the next one.
    void take(T next) throws IOException, InterruptedException;

    /// Nothing waits at the moment, or nothing more comes.
    default void idle() throws IOException, InterruptedException {}
  }

  private record Waiting<T>(T thing, int weight) {}

  /// @param name of the thread at the other end
  /// @param maxWeight how much may wait; something heavier may wait alone
  Relay(String name, int maxWeight, Work<T> work) {
    this.maxWeight = maxWeight;
    this.work = work;
    String request = RequestIdValve.current();
    this.worker = Thread.ofVirtual().name(name).start(() -> RequestIdValve.run(request, this::run));
  }

  /// Brings something; waits while too much is waiting.
  ///
  /// @param weight 1 or more
  /// @throws IOException if the work has failed, or was given up
  synchronized void put(T thing, int weight) throws IOException, InterruptedException {
    while (failure == null && !closed && this.weight > 0 && this.weight + weight > maxWeight) {
      wait();
    }
    throwFailure();
    if (closed) {
      throw new IOException("closed");
    }
    waiting.add(new Waiting<>(thing, weight));
    this.weight += weight;
    notifyAll();
  }

  /// Waits until all is done.
  ///
  /// @throws IOException if it failed
  void finish() throws IOException, InterruptedException {
    synchronized (this) {
      ended = true;
      notifyAll();
    }
    worker.join();
    synchronized (this) {
      throwFailure();
    }
  }

  /// Drops what waits, and waits for what is being done. To be called on the last relay first, so
  /// that none waits for the next.
  @Override
  public void close() {
    synchronized (this) {
      waiting.clear();
      closed = true;
      ended = true;
      notifyAll();
    }
    Awaited.end(worker);
  }

  private void run() {
    try {
      for (Waiting<T> next = next(); next != null; next = next()) {
        work.take(next.thing);
        did(next.weight);
      }
    } catch (IOException | InterruptedException | RuntimeException | Error e) {
      fail(e);
    }
  }

  private @Nullable Waiting<T> next() throws IOException, InterruptedException {
    if (isEmpty()) {
      work.idle();
    }
    synchronized (this) {
      while (waiting.isEmpty() && !ended) {
        wait();
      }
      return waiting.poll();
    }
  }

  private synchronized boolean isEmpty() {
    return waiting.isEmpty();
  }

  private synchronized void did(int done) {
    weight -= done;
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

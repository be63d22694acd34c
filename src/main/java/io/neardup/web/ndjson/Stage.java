package io.neardup.web.ndjson;

import io.neardup.web.limits.Awaited;
import io.neardup.web.problem.RequestIdValve;
import java.io.IOException;
import java.time.Duration;
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
final class Stage<T> implements AutoCloseable {

  /// How often a full relay looks whether there is room again that others have left.
  private static final Duration PAUSE = Duration.ofMillis(50);

  private final Room room;
  private final StageWork<T> work;
  private final Thread worker;
  private final Queue<Waiting<T>> waiting = new ArrayDeque<>();
  private long weight; // of what waits and what is being worked on
  private boolean ended; // nothing more comes
  private boolean closed;
  private long lastDone = System.nanoTime();
  private @Nullable Throwable failure;

  /// What is done at the other end.
  ///
  /// @param <T> what arrives
  @FunctionalInterface
  interface StageWork<T> {

    /// Works on the next one.
    void take(T next) throws IOException, InterruptedException;

    /// Nothing waits at the moment, or nothing more comes.
    default void idle() throws IOException, InterruptedException {}

    /// Another thread waits for this work. May end it, so that it fails. Called by that thread.
    ///
    /// @param nanos how long it has waited while nothing was done
    default void awaited(long nanos) {}
  }

  /// Says how much may wait.
  interface Room {

    /// Takes room beside what is held already; false if there is not enough. Somebody who holds
    /// nothing always gets what it takes.
    boolean take(long held, long more);

    /// Gives some of what is held back.
    void giveBack(long held, long less);

    /// Room for so much, of one's own.
    static Room of(long most) {
      return new Room() {
        @Override
        public boolean take(long held, long more) {
          return held == 0 || held + more <= most;
        }

        @Override
        public void giveBack(long held, long less) {
          // Nobody else waits for it.
        }
      };
    }
  }

  private record Waiting<T>(T thing, int weight) {}

  /// @param name of the thread at the other end
  /// @param maxWeight how much may wait; something heavier may wait alone
  Stage(String name, int maxWeight, StageWork<T> work) {
    this(name, Room.of(maxWeight), work);
  }

  /// @param name of the thread at the other end
  /// @param room for what waits
  Stage(String name, Room room, StageWork<T> work) {
    this.room = room;
    this.work = work;
    String request = RequestIdValve.current();
    this.worker = Thread.ofVirtual().name(name).start(() -> RequestIdValve.run(request, this::run));
  }

  /// Brings something; waits while too much is waiting.
  ///
  /// @param weight 1 or more
  /// @throws IOException if the work has failed, or was given up
  synchronized void put(T thing, int weight) throws IOException, InterruptedException {
    long begin = System.nanoTime();
    while (failure == null && !closed && !room.take(this.weight, weight)) {
      wait(PAUSE.toMillis());
      awaited(begin);
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
    for (long begin = System.nanoTime(); !worker.join(PAUSE); ) {
      awaited(begin);
    }
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
    long begin = System.nanoTime();
    Awaited.end(worker, PAUSE, () -> awaited(begin));
    did(held());
  }

  private synchronized void awaited(long begin) {
    long now = System.nanoTime();
    work.awaited(Math.min(now - begin, now - lastDone));
  }

  private synchronized long held() {
    return weight;
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

  private synchronized void did(long done) {
    room.giveBack(weight, done);
    weight -= done;
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

package io.neardup.web;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/// Answers on their way to a client that may still be sending.
///
/// Many clients send all they have before they read the first answer. If answering waited for them
/// to read, and they for the service to read, neither would ever go on. So answers are written by a
/// thread of their own, and up to `maxBytes` of them wait in memory; only beyond that does the
/// service stop reading.
final class AnswerQueue implements AutoCloseable {

  private final OutputStream out;
  private final int maxBytes;
  private final Thread writer;
  private final Queue<byte[]> waiting = new ArrayDeque<>();
  private int waitingBytes;
  private boolean closed;
  private @Nullable IOException failure;

  AnswerQueue(OutputStream out, int maxBytes) {
    this.out = out;
    this.maxBytes = maxBytes;
    this.writer = Thread.ofVirtual().name("ndjson-answers").start(this::write);
  }

  /// Queues answers; waits while too many of them are waiting.
  ///
  /// @throws IOException if the client can no longer be written to
  synchronized void put(byte[] answers) throws IOException, InterruptedException {
    while (failure == null && waitingBytes > 0 && waitingBytes + answers.length > maxBytes) {
      wait();
    }
    throwFailure();
    waiting.add(answers);
    waitingBytes += answers.length;
    notifyAll();
  }

  /// Waits until everything is written.
  ///
  /// @throws IOException if it could not be
  void finish() throws IOException, InterruptedException {
    synchronized (this) {
      closed = true;
      notifyAll();
    }
    writer.join();
    synchronized (this) {
      throwFailure();
    }
  }

  /// Drops what is not written yet, and waits for the writer to let go of the stream: the container
  /// gives it to another request next.
  @Override
  public void close() {
    synchronized (this) {
      waiting.clear();
      closed = true;
      notifyAll();
    }
    boolean interrupted = false;
    while (writer.isAlive()) {
      try {
        writer.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void write() {
    try {
      for (byte[] answers = take(); answers != null; answers = take()) {
        out.write(answers);
        if (isEmpty()) {
          out.flush();
        }
      }
    } catch (IOException e) {
      fail(e);
    } catch (InterruptedException e) {
      fail(new IOException("interrupted while answering", e));
    }
  }

  private synchronized byte @Nullable [] take() throws InterruptedException {
    while (waiting.isEmpty() && !closed) {
      wait();
    }
    byte[] answers = waiting.poll();
    if (answers != null) {
      waitingBytes -= answers.length;
      notifyAll();
    }
    return answers;
  }

  private synchronized boolean isEmpty() {
    return waiting.isEmpty();
  }

  private synchronized void fail(IOException e) {
    failure = e;
    notifyAll();
  }

  private void throwFailure() throws IOException {
    if (failure != null) {
      throw new IOException("the client no longer reads the answers", failure);
    }
  }
}

package io.neardup.cluster.wire;

import io.neardup.cluster.wire.Frame.Kind;
import java.io.IOException;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// A connection to another instance, and the requests that were sent by it. Safe for concurrent
/// use.
final class InstanceConnection {

  private static final int AT_ONCE_REQUESTS = 8;
  private static final int AT_ONCE_BYTES = 2_000;

  private final String instance;
  private final long silenceNanos;
  private final Map<Long, Pending> pending = new ConcurrentHashMap<>();
  private final AtomicLong numbers = new AtomicLong();
  private volatile @Nullable Frames frames; // written under the lock of this
  private @Nullable Throwable end; // why it has ended; guarded by this
  private volatile boolean
      awaited; // whether a request was sent since the other side was last heard
  private volatile long heardNanos; // when the other side was last heard, or not waited for

  /// @param instance its host and port
  /// @param silenceNanos after this time without a sign of life, it is given up
  InstanceConnection(String instance, long silenceNanos) {
    this.instance = instance;
    this.silenceNanos = silenceNanos;
  }

  private record Pending(Frame frame, CompletableFuture<byte[]> answer, long endNanos) {}

  /// Sends a request, once the connection is made.
  ///
  /// @param endNanos when the answer is no longer waited for, by System.nanoTime
  /// @return fails with a [NotReachedException], or another exception if the outcome is unknown
  CompletableFuture<byte[]> send(Kind kind, byte[] message, long endNanos) {
    Frame frame = new Frame(kind, numbers.incrementAndGet(), message);
    Pending request = new Pending(frame, new CompletableFuture<>(), endNanos);
    synchronized (this) {
      if (end != null) {
        return CompletableFuture.failedFuture(notReached("the connection has ended", end));
      }
      if (!awaited) {
        heardNanos = System.nanoTime();
        awaited = true;
      }
      pending.put(frame.number(), request);
      Frames opened = frames;
      if (opened != null) {
        send(opened, request);
      }
    }
    return request.answer;
  }

  /// What the buffers of a connection hold in any case is written at once.
  private void send(Frames opened, Pending request) {
    boolean small =
        request.frame.message().length <= AT_ONCE_BYTES && pending.size() <= AT_ONCE_REQUESTS;
    if (!(small ? opened.write(request.frame) : opened.send(request.frame))) {
      pending.remove(request.frame.number());
      request.answer.completeExceptionally(notReached("too many requests wait for it", null));
    }
  }

  /// Sends what waits, and receives answers until the connection ends.
  ///
  /// @throws IOException when it does
  void run(Frames opened) throws IOException {
    synchronized (this) {
      if (end != null) {
        opened.close();
        throw new IOException("it was given up before it was connected", end);
      }
      frames = opened;
      pending.values().stream()
          .sorted(Comparator.comparingLong(request -> request.frame.number()))
          .forEach(request -> send(opened, request));
    }
    opened.start();
    while (true) {
      Frame frame = opened.read();
      heardNanos = System.nanoTime();
      Pending request = pending.remove(frame.number());
      awaited = !pending.isEmpty();
      if (request != null) {
        switch (frame.kind()) {
          case ANSWER -> request.answer.complete(frame.message());
          case FAILED, READ, WRITE, PING, PONG ->
              request.answer.completeExceptionally(
                  new IllegalStateException(instance + " failed: " + frame.text()));
        }
      }
    }
  }

  private NotReachedException notReached(String why, @Nullable Throwable cause) {
    return new NotReachedException(instance, why, cause);
  }

  /// Gives up requests whose time is over, and the connection if the other side is silent while
  /// requests wait for it: it may be cut off. Called periodically.
  void check() {
    long now = System.nanoTime();
    pending
        .values()
        .removeIf(request ->
            now - request.endNanos > 0
                && request.answer.completeExceptionally(
                    new TimeoutException(instance + " did not answer in time")));
    // A request whose time is over is no sign of life.
    if (pending.isEmpty() && !awaited) {
      return;
    }
    if (now - heardNanos > silenceNanos) {
      end(new IOException("it has been silent"));
      return;
    }
    Frames opened = frames;
    if (opened != null) {
      opened.send(Frame.empty(Kind.PING, 0));
    }
  }

  /// Ends the connection. Requests that were not written to it were certainly not executed.
  void end(Throwable given) {
    closeFrames(); // first: a sender that writes may hold the lock until then
    Throwable cause;
    synchronized (this) {
      end = end == null ? given : end;
      cause = end;
    }
    closeFrames();
    pending
        .values()
        .removeIf(request ->
            request.answer.completeExceptionally(
                request.frame.isWritten()
                    ? cause
                    : notReached(String.valueOf(cause.getMessage()), cause)));
  }

  private void closeFrames() {
    Frames opened = frames;
    if (opened != null) {
      opened.close();
    }
  }
}

package io.neardup.cluster.wire;

import io.neardup.cluster.wire.Frame.Kind;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// A connection to another instance, and the requests that were sent by it. Safe for concurrent
/// use.
final class InstanceConnection {

  /// For all of it, with TLS and the [Handshake]. Long enough for a busy machine. Reads ask others
  /// meanwhile.
  private static final Duration CONNECT = Duration.ofSeconds(2);

  private static final int AT_ONCE_REQUESTS = 8;
  private static final int AT_ONCE_BYTES = 2_000;

  private final String instance;
  private final Duration silence;
  private final Socket socket;
  private final long begunNanos = System.nanoTime();
  private final Map<Long, Pending> pending = new ConcurrentHashMap<>();
  private final AtomicLong numbers = new AtomicLong();
  private volatile @Nullable Frames frames; // written under the lock of this
  private final AtomicReference<@Nullable Throwable> end = new AtomicReference<>(); // why it ended

  /// @param instance its host and port
  /// @param silence after this time without a sign of life, it is given up
  /// @param socket not connected yet; closed when the connection ends
  InstanceConnection(String instance, Duration silence, Socket socket) {
    this.instance = instance;
    this.silence = silence;
    this.socket = socket;
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
      Throwable reason = end.get();
      if (reason != null) {
        return CompletableFuture.failedFuture(
            notReached(String.valueOf(reason.getMessage()), reason));
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
      Throwable reason = end.get();
      if (reason != null) {
        opened.close();
        throw new IOException("it was given up before it was connected", reason);
      }
      frames = opened;
      pending.values().stream()
          .sorted(Comparator.comparingLong(request -> request.frame.number()))
          .forEach(request -> send(opened, request));
    }
    opened.start();
    while (true) {
      Frame frame = opened.read();
      Pending request = pending.remove(frame.number());
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

  /// Gives up requests whose time is over, and the connection if the other side is silent. Asks for
  /// a sign of life also if nothing waits for one: so each side notices that the other one is cut
  /// off. Called periodically.
  void check() {
    long now = System.nanoTime();
    pending
        .values()
        .removeIf(request ->
            now - request.endNanos > 0
                && request.answer.completeExceptionally(
                    request.frame.drop()
                        ? notReached("it did not read in time", null)
                        : new TimeoutException(instance + " did not answer in time")));
    Frames opened = frames;
    if (opened == null) {
      if (now - begunNanos > CONNECT.toNanos()) {
        end(new IOException("it was not connected within " + CONNECT.toSeconds() + " s"));
      }
    } else if (opened.isSilent(silence)) {
      end(new IOException("it has been silent"));
    } else {
      opened.send(Frame.empty(Kind.PING, 0));
    }
  }

  /// Ends the connection. Requests that were not written to it were certainly not executed.
  ///
  /// @return why it has ended
  Throwable end(Throwable given) {
    end.compareAndSet(null, given); // before the reader fails, as the frames are closed
    Throwable cause = Objects.requireNonNull(end.get());
    close(); // a sender that writes may hold the lock until then
    synchronized (this) {
      close();
    }
    pending
        .values()
        .removeIf(request ->
            request.answer.completeExceptionally(
                request.frame.drop()
                    ? notReached(String.valueOf(cause.getMessage()), cause)
                    : cause));
    return cause;
  }

  private void close() {
    Frames opened = frames;
    if (opened != null) {
      opened.close();
    } else {
      try {
        socket.close(); // which ends connecting
      } catch (IOException e) {
        // It has ended.
      }
    }
  }
}

package io.neardup.cluster.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// A message on a connection, and the request to which it belongs.
final class Frame {

  private static final byte[] EMPTY = {};

  private final Kind kind;
  private final long number;
  private final byte[] message;
  private final AtomicReference<Fate> fate = new AtomicReference<>(Fate.WAITS);

  Frame(Kind kind, long number, byte[] message) {
    this.kind = kind;
    this.number = number;
    this.message = message;
  }

  /// A frame without a message.
  static Frame empty(Kind kind, long number) {
    return new Frame(kind, number, EMPTY);
  }

  /// The failure of a request.
  static Frame failure(long number, String reason) {
    return new Frame(Kind.FAILED, number, reason.getBytes(StandardCharsets.UTF_8));
  }

  /// What a frame is.
  enum Kind {
    /// A [ReadRequest].
    READ(1),
    /// A [Command].
    WRITE(2),
    /// The answer to either.
    ANSWER(3),
    /// A request failed; it is not known how far it was executed. The message says why.
    FAILED(4),
    /// Asks for a sign of life.
    PING(5),
    /// The answer to it.
    PONG(6);

    private final int code;

    Kind(int code) {
      this.code = code;
    }

    /// Its number on a connection.
    int code() {
      return code;
    }

    /// The kind of a number, null if there is none.
    static @Nullable Kind of(int code) {
      return Arrays.stream(values()).filter(kind -> kind.code == code).findFirst().orElse(null);
    }
  }

  Kind kind() {
    return kind;
  }

  long number() {
    return number;
  }

  byte[] message() {
    return message;
  }

  /// The message as text.
  String text() {
    return new String(message, StandardCharsets.UTF_8);
  }

  private enum Fate {
    WAITS,
    WRITTEN,
    DROPPED
  }

  /// Records that it may have been written to the connection from now on.
  ///
  /// @return false if it was dropped, and must not be written
  boolean write() {
    return fate.compareAndSet(Fate.WAITS, Fate.WRITTEN);
  }

  /// Drops it, unless it may have been written to the connection.
  ///
  /// @return whether it is certain that it never is
  boolean drop() {
    return fate.compareAndSet(Fate.WAITS, Fate.DROPPED) || fate.get() == Fate.DROPPED;
  }
}

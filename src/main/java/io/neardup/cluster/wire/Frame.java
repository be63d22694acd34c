package io.neardup.cluster.wire;

import java.nio.charset.StandardCharsets;
import java.util.List;

/// A message on a connection, and the request to which it belongs.
final class Frame {

  /// All kinds, by their number.
  static final List<Kind> KINDS = List.of(Kind.values());

  private static final byte[] EMPTY = {};

  private final Kind kind;
  private final long number;
  private final byte[] message;
  private volatile boolean written;

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
    READ,
    /// A [Command].
    WRITE,
    /// The answer to either.
    ANSWER,
    /// A request failed; it is not known how far it was executed. The message says why.
    FAILED,
    /// Asks for a sign of life.
    PING,
    /// The answer to it.
    PONG
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

  /// Records that it may have been written to the connection.
  void written() {
    written = true;
  }

  /// Whether it may have been written to the connection.
  boolean isWritten() {
    return written;
  }
}

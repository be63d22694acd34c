package io.neardup.web;

import io.neardup.web.Problem.Kind;
import java.io.IOException;

/// A body that cannot be read to its end, through its sender's fault. The message is a clause about
/// the body.
final class UnreadableBodyException extends IOException {

  private final boolean tooLarge;

  private UnreadableBodyException(boolean tooLarge, String message) {
    super(message);
    this.tooLarge = tooLarge;
  }

  /// A body that goes over a limit.
  static UnreadableBodyException tooLarge(String message) {
    return new UnreadableBodyException(true, message);
  }

  /// A body that is not what its headers say.
  static UnreadableBodyException malformed(String message) {
    return new UnreadableBodyException(false, message);
  }

  /// What its sender is told.
  Problem problem() {
    return Problem.of(
        tooLarge ? Kind.TOO_LARGE : Kind.INVALID_REQUEST, "body", String.valueOf(getMessage()));
  }
}

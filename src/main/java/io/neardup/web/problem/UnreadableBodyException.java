package io.neardup.web.problem;

import io.neardup.web.problem.Problem.ProblemKind;
import java.io.IOException;

/// A body that cannot be read to its end because of the client. The message is a clause about the
/// body.
public final class UnreadableBodyException extends IOException {

  private final boolean tooLarge;

  private UnreadableBodyException(boolean tooLarge, String message) {
    super(message);
    this.tooLarge = tooLarge;
  }

  /// A body that exceeds a limit.
  public static UnreadableBodyException tooLarge(String message) {
    return new UnreadableBodyException(true, message);
  }

  /// A body that contradicts its headers.
  public static UnreadableBodyException malformed(String message) {
    return new UnreadableBodyException(false, message);
  }

  /// The problem for its sender.
  public Problem problem() {
    return Problem.of(
        tooLarge ? ProblemKind.TOO_LARGE : ProblemKind.INVALID_REQUEST,
        "body",
        String.valueOf(getMessage()));
  }
}

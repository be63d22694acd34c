package io.neardup.web.problem;

import io.neardup.web.problem.Problem.ProblemKind;
import java.io.IOException;

/// A body that cannot be read to its end, through its sender's fault. The message is a clause about
/// the body.
public final class UnreadableBodyException extends IOException {

  private final boolean tooLarge;

  private UnreadableBodyException(boolean tooLarge, String message) {
    super(message);
    this.tooLarge = tooLarge;
  }

  /// A body that goes over a limit.
  public static UnreadableBodyException tooLarge(String message) {
    return new UnreadableBodyException(true, message);
  }

  /// A body that is not what its headers say.
  public static UnreadableBodyException malformed(String message) {
    return new UnreadableBodyException(false, message);
  }

  /// What its sender is told.
  public Problem problem() {
    return Problem.of(
        tooLarge ? ProblemKind.TOO_LARGE : ProblemKind.INVALID_REQUEST,
        "body",
        String.valueOf(getMessage()));
  }
}

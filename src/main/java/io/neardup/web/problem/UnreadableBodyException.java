package io.neardup.web.problem;

import io.neardup.service.RequestException.Fault;
import java.io.IOException;

/// A body that cannot be read to its end because of the client.
public final class UnreadableBodyException extends IOException {

  private final Fault kind;

  /// @param message a clause about the body
  public UnreadableBodyException(Fault kind, String message) {
    super(message);
    this.kind = kind;
  }

  /// The problem for its sender.
  public Problem problem() {
    return Problem.of(kind, "body", String.valueOf(getMessage()));
  }
}

package io.neardup.service;

/// A request that is refused because as much work of its kind is under way as this service takes on
/// at once. The same request may succeed later.
public final class BusyException extends RuntimeException {

  private final int retryAfterSeconds;

  /// @param message what is under way, and what to do
  public BusyException(String message, int retryAfterSeconds) {
    super(message, null, false, false);
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /// When to try again.
  public int retryAfterSeconds() {
    return retryAfterSeconds;
  }
}

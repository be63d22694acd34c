package io.neardup.service;

/// A request that is refused because the limit of concurrent work of its kind is reached. The same
/// request may succeed later.
public final class BusyException extends RuntimeException {

  private final int retryAfterSeconds;

  /// @param message the work in progress, and what to do
  public BusyException(String message, int retryAfterSeconds) {
    super(message, null, false, false);
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /// Seconds to wait before a retry.
  public int retryAfterSeconds() {
    return retryAfterSeconds;
  }
}

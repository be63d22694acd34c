package io.neardup.service;

/// A request that arrived before the documents were loaded. The same request will succeed later.
public final class LoadingException extends RuntimeException {

  /// @param message includes the progress
  public LoadingException(String message) {
    super(message, null, false, false);
  }

  /// Seconds to wait before a retry.
  public int retryAfterSeconds() {
    return 2;
  }
}

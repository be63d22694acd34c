package io.neardup.service;

/// A request that came before the documents were read. The same request will succeed later.
public final class LoadingException extends RuntimeException {

  /// @param message how far it has come
  public LoadingException(String message) {
    super(message, null, false, false);
  }

  /// When to try again.
  public int retryAfterSeconds() {
    return 2;
  }
}

package io.neardup.spark;

/// The job cannot be done; the message says why, and what to change.
final class JobException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  JobException(String message) {
    super(message);
  }

  JobException(String message, Throwable cause) {
    super(message, cause);
  }
}

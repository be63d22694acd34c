package io.neardup.spark.input;

/// The job cannot be done; the message says why, and what to change.
public final class JobException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public JobException(String message) {
    super(message);
  }

  public JobException(String message, Throwable cause) {
    super(message, cause);
  }

  /// The first line of the message of a failure: Spark's messages go on with plans and stack
  /// traces.
  public static String firstLine(Throwable failure) {
    String message = failure.getMessage();
    return message == null ? failure.toString() : message.lines().findFirst().orElse("");
  }
}

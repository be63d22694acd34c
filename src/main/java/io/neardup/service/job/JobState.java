package io.neardup.service.job;

import java.util.Locale;

/// The state of a job.
public enum JobState {
  /// It waits until others are done.
  QUEUED,

  /// It runs.
  RUNNING,

  /// It is complete, and has its results.
  DONE,

  /// It ended with a problem, without results.
  FAILED,

  /// A client or the deletion of a collection ended it.
  CANCELLED,

  /// The service ended while it ran.
  INTERRUPTED;

  /// Whether it will change only if the job is restarted.
  public boolean isFinal() {
    return this != QUEUED && this != RUNNING;
  }

  /// Its name in requests and answers.
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}

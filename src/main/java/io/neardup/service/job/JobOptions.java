package io.neardup.service.job;

import java.nio.file.Path;
import java.time.Duration;

/// How jobs are run and kept.
///
/// @param directory of their states and results
/// @param atOnce maximum of concurrent jobs; one caller may run all but one of them
/// @param queue maximum of waiting jobs; one caller may have three quarters of them and of those
///   that run
/// @param keep how long finished jobs are kept
/// @param maxResults maximum size of all results, in bytes; one caller may have three quarters
/// @param lowDisk free space of the disk that results leave, in bytes
public record JobOptions(
    Path directory, int atOnce, int queue, Duration keep, long maxResults, long lowDisk) {

  /// Rejects numbers out of range.
  ///
  /// @throws IllegalArgumentException if one is
  public JobOptions {
    require(atOnce >= 1, "at-once must be 1 or more, was " + atOnce);
    require(keep.isPositive(), "keep must be more than 0, was " + keep);
    require(maxResults >= 1 << 20, "max-results must be 1MB or more, was " + maxResults + "B");
  }

  private static void require(boolean condition, String message) {
    if (!condition) {
      throw new IllegalArgumentException(message);
    }
  }
}

package io.neardup.service.job;

import io.neardup.service.RequestException;
import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;

/// The ids of jobs, which name files.
final class JobIds {

  private static final Pattern ID = Pattern.compile("[a-z0-9][a-z0-9._-]{0,63}");

  private JobIds() {}

  /// The id of a request.
  ///
  /// @throws RequestException if it cannot name a job
  static String require(String id) {
    if (!ID.matcher(id).matches()) {
      throw RequestException.invalid(
          "id",
          "must have 1 to 64 lower-case letters, digits, dots, hyphens and underscores, beginning with"
              + " a letter or digit; was '"
              + id
              + "'");
    }
    return id;
  }

  /// An id that no other job has.
  static String next(Instant now) {
    return Long.toString(now.toEpochMilli(), Character.MAX_RADIX)
        + "-"
        + Integer.toHexString(ThreadLocalRandom.current().nextInt() | Integer.MIN_VALUE);
  }
}

package io.neardup.service;

import io.neardup.profile.Profile;
import org.jspecify.annotations.Nullable;

/// The ranges and defaults of what callers can set on a lookup.
public final class Limits {

  /// The most matches one answer lists.
  public static final int MAX_LIMIT = 10_000;

  /// How many matches an answer lists unless the caller says otherwise.
  public static final int DEFAULT_LIMIT = 10;

  private Limits() {}

  static int maxDistance(@Nullable Integer asked, Profile profile) {
    int maxDistance = asked == null ? profile.maxDistance() : asked;
    if (maxDistance < 0 || maxDistance > profile.bits()) {
      throw RequestException.invalid(
          "maxDistance", "must be 0 to " + profile.bits() + " bits, was " + maxDistance);
    }
    return maxDistance;
  }

  static int limit(@Nullable Integer asked) {
    int limit = asked == null ? DEFAULT_LIMIT : asked;
    if (limit < 1 || limit > MAX_LIMIT) {
      throw RequestException.invalid("limit", "must be 1 to " + MAX_LIMIT + ", was " + limit);
    }
    return limit;
  }
}

package io.neardup.service.write;

import io.neardup.service.RequestException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The requested expiry of a document.
///
/// @param at when it is deleted, null for never
public record Expiry(@Nullable Instant at) {

  /// The latest possible expiry.
  private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999999Z");

  /// Refuses a time in the past or too far in the future.
  ///
  /// @throws RequestException if it is refused
  public void require(Instant now) {
    if (at != null && (!at.isAfter(now) || at.isAfter(LAST))) {
      throw RequestException.invalid(
          "expiresAt", "must be in the future, up to the year 9999; was " + at);
    }
  }
}

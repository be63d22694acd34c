package io.neardup.service.write;

import io.neardup.service.RequestException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// When a document expires, as its caller says.
///
/// @param at from when on it is deleted, null if it stays for ever
public record Expiry(@Nullable Instant at) {

  /// The last time at which a document may expire.
  private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999999Z");

  /// Refuses a time that is over or too far away.
  ///
  /// @throws RequestException if it is one
  public void require(Instant now) {
    if (at != null && (!at.isAfter(now) || at.isAfter(LAST))) {
      throw RequestException.invalid(
          "expiresAt", "must be in the future, up to the year 9999; was " + at);
    }
  }
}

package io.neardup.web;

import io.neardup.service.CollectionChange;
import io.neardup.service.RequestException;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// How a collection is to be. What is left out has its default.
record CollectionRequest(
    @Schema(
            description =
                "The profile that makes its fingerprints; the default profile if left out. Cannot"
                    + " change while there are documents.",
            example = "simhash-512-v1")
        @Nullable String profile,
    @Schema(
            description = "The distance of lookups that name none; the profile's own if left out.",
            minimum = "0",
            maximum = "512")
        @Nullable Integer maxDistance,
    @Schema(
            description = "Whether texts are kept, for reading them again and for other profiles.",
            defaultValue = "false")
        @Nullable Boolean storeText,
    @Schema(
            description =
                "How many seconds documents stay that do not say so themselves; for ever if left out.",
            minimum = "1")
        @Nullable Long ttlSeconds) {

  static final long MAX_TTL_SECONDS = Duration.ofDays(36_500).toSeconds();

  CollectionChange change() {
    return new CollectionChange(
        profile, maxDistance, Boolean.TRUE.equals(storeText), ttl(ttlSeconds));
  }

  static @Nullable Duration ttl(@Nullable Long seconds) {
    if (seconds == null) {
      return null;
    }
    if (seconds < 1 || seconds > MAX_TTL_SECONDS) {
      throw RequestException.invalid(
          "ttlSeconds", "must be 1 to " + MAX_TTL_SECONDS + ", was " + seconds);
    }
    return Duration.ofSeconds(seconds);
  }
}

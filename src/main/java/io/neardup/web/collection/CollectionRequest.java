package io.neardup.web.collection;

import io.neardup.service.collection.CollectionChange;
import io.neardup.web.json.TimeFields;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

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
            implementation = Long.class,
            minimum = "1",
            maximum = "3153600000")
        @Nullable JsonNode ttlSeconds) {

  CollectionChange change() {
    return new CollectionChange(
        profile, maxDistance, Boolean.TRUE.equals(storeText), TimeFields.ttl(ttlSeconds));
  }
}

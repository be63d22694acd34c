package io.neardup.web.collection;

import io.neardup.service.RequestException;
import io.neardup.service.collection.CollectionChange;
import io.neardup.store.CollectionSettings;
import io.neardup.web.json.TimeFields;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What is to be changed of a collection. What is left out stays.
record CollectionPatch(
    @Schema(
            description =
                "The profile that makes its fingerprints. Cannot change while there are documents.",
            example = "simhash-512-v1")
        @Nullable String profile,
    @Schema(
            description = "The distance of lookups that name none; null for the profile's own.",
            types = {"integer", "null"},
            implementation = Integer.class,
            minimum = "0",
            maximum = "512")
        @Nullable JsonNode maxDistance,
    @Schema(
            description =
                "Whether texts of documents to come are kept, for reading them again and for other"
                    + " profiles.")
        @Nullable Boolean storeText,
    @Schema(
            description =
                "How many seconds documents to come stay that do not say so themselves; null for ever.",
            types = {"integer", "null"},
            implementation = Long.class,
            format = "int64",
            minimum = "1",
            maximum = "3153600000")
        @Nullable JsonNode ttlSeconds) {

  /// The collection as it is to be.
  ///
  /// @throws RequestException if a field cannot be taken, or there is none
  CollectionChange applyTo(CollectionSettings present) {
    if (profile == null && maxDistance == null && storeText == null && ttlSeconds == null) {
      throw RequestException.invalid(
          "body", "changes nothing; give one of profile, maxDistance, storeText, ttlSeconds");
    }
    return new CollectionChange(
        profile,
        maxDistance == null ? present.maxDistance() : distance(maxDistance),
        storeText == null ? present.storeText() : storeText,
        ttlSeconds == null ? present.ttl() : TimeFields.ttl(ttlSeconds));
  }

  private static @Nullable Integer distance(JsonNode maxDistance) {
    if (maxDistance.isNull()) {
      return null;
    }
    if (!maxDistance.isIntegralNumber() || !maxDistance.canConvertToInt()) {
      throw RequestException.invalid(
          "maxDistance",
          "must be a whole number of bits, or null; was " + TimeFields.shown(maxDistance));
    }
    return maxDistance.intValue();
  }
}

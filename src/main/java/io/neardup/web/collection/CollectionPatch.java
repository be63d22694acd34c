package io.neardup.web.collection;

import io.neardup.service.Choice;
import io.neardup.service.RequestException;
import io.neardup.service.collection.CollectionChange;
import io.neardup.store.CollectionSettings;
import io.neardup.store.VerifyMode;
import io.neardup.web.json.QueryParameters;
import io.neardup.web.json.TimeFields;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Changes to a collection's settings. Omitted settings stay.
record CollectionPatch(
    @Nullable String profile,
    @Schema(
            types = {"integer", "null"},
            implementation = Integer.class,
            minimum = "0",
            maximum = QueryParameters.MAX_BITS)
        @Nullable JsonNode maxDistance,
    @Nullable Boolean storeText,
    @Schema(allowableValues = {"off", "text", "features"}) @Nullable String verify,
    @Schema(allowableValues = {"profile", "collection"}) @Nullable String weights,
    @Nullable Boolean passages,
    @Schema(
            types = {"integer", "null"},
            implementation = Long.class,
            format = "int64",
            minimum = "1",
            maximum = TimeFields.MAX_TTL)
        @Nullable JsonNode ttlSeconds) {

  /// The new settings.
  ///
  /// @throws RequestException if a field is invalid, or all are omitted
  CollectionChange applyTo(CollectionSettings present) {
    if (profile == null
        && maxDistance == null
        && storeText == null
        && verify == null
        && weights == null
        && passages == null
        && ttlSeconds == null) {
      throw RequestException.invalid(
          "body",
          "changes nothing; give one of profile, maxDistance, storeText, verify, weights,"
              + " passages, ttlSeconds");
    }
    return new CollectionChange(
        profile,
        maxDistance == null ? present.maxDistance() : distance(maxDistance),
        storeText == null ? present.storeText() : storeText,
        verify == null ? present.verify() : Choice.of("verify", verify, VerifyMode.class),
        Choice.of("weights", weights, present.weights()),
        passages == null ? present.passages() : passages,
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

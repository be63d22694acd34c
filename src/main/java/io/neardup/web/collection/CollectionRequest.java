package io.neardup.web.collection;

import io.neardup.service.Choice;
import io.neardup.service.collection.CollectionChange;
import io.neardup.store.VerifyMode;
import io.neardup.store.WeightSource;
import io.neardup.web.json.QueryParameters;
import io.neardup.web.json.TimeFields;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The settings of a collection. Omitted settings get their defaults.
record CollectionRequest(
    @Nullable String profile,
    @Schema(minimum = "0", maximum = QueryParameters.MAX_BITS) @Nullable Integer maxDistance,
    @Schema(defaultValue = "true") @Nullable Boolean storeText,
    @Schema(allowableValues = {"off", "text", "features"}) @Nullable String verify,
    @Schema(
            defaultValue = "profile",
            allowableValues = {"profile", "collection"})
        @Nullable String weights,
    @Schema(defaultValue = "false") @Nullable Boolean passages,
    @Schema(implementation = Long.class, minimum = "1", maximum = TimeFields.MAX_TTL)
        @Nullable JsonNode ttlSeconds) {

  /// The settings.
  ///
  /// @param storesTexts whether texts are stored if storeText is omitted
  CollectionChange change(boolean storesTexts) {
    return new CollectionChange(
        profile,
        maxDistance,
        storeText == null ? storesTexts : storeText,
        Choice.of("verify", verify, VerifyMode.class),
        Choice.of("weights", weights, WeightSource.PROFILE),
        Boolean.TRUE.equals(passages),
        TimeFields.ttl(ttlSeconds));
  }
}

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

/// Changes of the settings of a collection. Omitted ones stay.
record CollectionPatch(
    @Schema(
            description =
                "The profile of its fingerprints. Cannot change while there are documents.",
            example = "simhash-512-v1")
        @Nullable String profile,
    @Schema(
            description = "The default distance of lookups; null for that of the profile.",
            types = {"integer", "null"},
            implementation = Integer.class,
            minimum = "0",
            maximum = QueryParameters.MAX_BITS)
        @Nullable JsonNode maxDistance,
    @Schema(
            description =
                "Whether the texts of further documents are stored, to be read and copied to other profiles.")
        @Nullable Boolean storeText,
    @Schema(
            description =
                "From what candidates of lookups are verified: text (the default where texts are"
                    + " stored), features (hashes and weights, stored in place of texts) or off (the"
                    + " distance alone decides).",
            allowableValues = {"off", "text", "features"})
        @Nullable String verify,
    @Schema(
            description =
                "The weights of features by which candidates are verified: profile, or collection"
                    + " (multiplied by the inverse document frequencies of the collection, for texts"
                    + " made from templates). Documents are counted before the answer.",
            allowableValues = {"profile", "collection"})
        @Nullable String weights,
    @Schema(
            description =
                "Whether the passages of stored texts are indexed, for POST /passages. Texts are read"
                    + " before the answer.")
        @Nullable Boolean passages,
    @Schema(
            description =
                "Seconds until further documents expire, unless they have an expiry of their own; null for never.",
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

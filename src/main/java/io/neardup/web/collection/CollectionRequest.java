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

/// The settings of a collection. Omitted ones get their default.
record CollectionRequest(
    @Schema(
            description =
                "The profile of its fingerprints; the default profile if omitted. Cannot change while"
                    + " there are documents.",
            example = "simhash-512-v1")
        @Nullable String profile,
    @Schema(
            description = "The default distance of lookups; that of the profile if omitted.",
            minimum = "0",
            maximum = QueryParameters.MAX_BITS)
        @Nullable Integer maxDistance,
    @Schema(
            description =
                "Whether texts are stored, to be read, compared and copied to other profiles; true by"
                    + " default, unless neardup.collections.store-text is false.",
            defaultValue = "true")
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
                    + " made from templates).",
            defaultValue = "profile",
            allowableValues = {"profile", "collection"})
        @Nullable String weights,
    @Schema(
            description =
                "Whether the passages of stored texts are indexed, for POST /passages; false by"
                    + " default.",
            defaultValue = "false")
        @Nullable Boolean passages,
    @Schema(
            description =
                "Seconds until documents expire, unless they have an expiry of their own; never if omitted.",
            implementation = Long.class,
            minimum = "1",
            maximum = TimeFields.MAX_TTL)
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

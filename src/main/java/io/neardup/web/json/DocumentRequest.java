package io.neardup.web.json;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The body of `PUT /documents/{id}` and `POST /documents`.
public record DocumentRequest(
    @Nullable String id,
    @Nullable String text,
    @Nullable String html,
    @Nullable List<@Nullable String> tokens,
    @Nullable List<@Nullable WeightedFeatureJson> features,
    @Nullable String fingerprint,
    @Nullable JsonNode metadata,
    @Schema(allowableValues = {"add", "skip", "replace"}) @Nullable String onDuplicate,
    @Schema(exclusiveMinimumValue = 0, maximum = "1") @Nullable Double skipContained,
    @Schema(minimum = "0", maximum = QueryParameters.MAX_BITS) @Nullable Integer maxDistance,
    @Schema(minimum = "0", maximum = "1") @Nullable Double minSimilarity,
    @Schema(minimum = "0", maximum = QueryParameters.MAX_LIMIT) @Nullable Integer limit,
    @Schema(type = "string") @Nullable JsonNode recall,
    @Nullable JsonNode expiresAt,
    @Nullable JsonNode ttlSeconds,
    @Nullable StoredStateJson stored,
    @Nullable String ref)
    implements DocumentFields {

  /// A document in a stream; the query has the parameters for all documents.
  public record NewDocumentLine(
      @Nullable String id,
      @Nullable String text,
      @Nullable String html,
      @Nullable List<@Nullable String> tokens,
      @Nullable List<@Nullable WeightedFeatureJson> features,
      @Nullable String fingerprint,
      @Nullable JsonNode metadata,
      @Nullable JsonNode expiresAt,
      @Nullable JsonNode ttlSeconds,
      @Nullable StoredStateJson stored,
      @Nullable String ref)
      implements DocumentFields {}
}

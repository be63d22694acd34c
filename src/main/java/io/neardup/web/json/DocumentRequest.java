package io.neardup.web.json;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The body of `PUT /documents/{id}` and `POST /documents`.
@Schema(description = "Exactly one of text, html, tokens, features and fingerprint.")
public record DocumentRequest(
    @Nullable String id,
    @Nullable String text,
    @Nullable String html,
    @Nullable List<@Nullable String> tokens,
    @Nullable List<@Nullable WeightedFeatureJson> features,
    @Nullable String fingerprint,
    @Nullable JsonNode metadata,
    @Nullable String onDuplicate,
    @Nullable Double skipContained,
    @Nullable Integer maxDistance,
    @Nullable Double minSimilarity,
    @Nullable Integer limit,
    @Schema(description = QueryParameters.RECALL, type = "string", example = "exact")
        @Nullable JsonNode recall,
    @Nullable JsonNode expiresAt,
    @Nullable JsonNode ttlSeconds,
    @Nullable StoredStateJson stored,
    @Nullable String ref)
    implements DocumentFields, StoreParameters {

  @Override
  public @Nullable Double requestedRecall() {
    return RequestMapper.recall(recall);
  }
}

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
    @Schema(
            description =
                "The decision if near-duplicates are stored: add (store it anyway, the default),"
                    + " skip (do not store it) or replace (store it in place of all of them).",
            allowableValues = {"add", "skip", "replace"})
        @Nullable String onDuplicate,
    @Schema(
            description =
                "With onDuplicate=skip: a text of which that share of words is in passages of one"
                    + " stored document is a duplicate as well. The collection must have"
                    + " passages=true.",
            exclusiveMinimumValue = 0,
            maximum = "1",
            example = "0.9")
        @Nullable Double skipContained,
    @Schema(
            description = QueryParameters.MAX_DISTANCE,
            minimum = "0",
            maximum = QueryParameters.MAX_BITS)
        @Nullable Integer maxDistance,
    @Schema(
            description = QueryParameters.MIN_SIMILARITY,
            minimum = "0",
            maximum = "1",
            example = "0.8")
        @Nullable Double minSimilarity,
    @Schema(
            description =
                "Maximum number of near-duplicates in the answer, 10 by default. With 0 and"
                    + " onDuplicate=add there is no lookup, which stores a large collection several"
                    + " times as fast.",
            minimum = "0",
            maximum = QueryParameters.MAX_LIMIT)
        @Nullable Integer limit,
    @Schema(description = QueryParameters.RECALL, type = "string", example = "exact")
        @Nullable JsonNode recall,
    @Nullable JsonNode expiresAt,
    @Nullable JsonNode ttlSeconds,
    @Nullable StoredStateJson stored,
    @Nullable String ref)
    implements DocumentFields {

  /// A document in a stream, whose query has the parameters for all of them.
  @Schema(
      name = "NewDocumentLine",
      description = "Exactly one of text, html, tokens, features and fingerprint.")
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

package io.neardup.web.json;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A document in a stream, whose query has the parameters for all of them.
@Schema(description = "Exactly one of text, html, tokens, features and fingerprint.")
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

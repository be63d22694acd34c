package io.neardup.web.json;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One side of a comparison.
@Schema(description = "Exactly one of text, html, tokens, features, fingerprint and id.")
public record SourceRequest(
    @Nullable String text,
    @Nullable String html,
    @Nullable List<@Nullable String> tokens,
    @Nullable List<@Nullable WeightedFeatureJson> features,
    @Nullable String fingerprint,
    @Schema(description = "The id of a stored document.") @Nullable String id,
    @Schema(
            description = "The collection of the document; default if omitted.",
            example = "default")
        @Nullable String collection)
    implements SourceFields {}

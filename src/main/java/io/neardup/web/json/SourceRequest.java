package io.neardup.web.json;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonDeserialize;

/// One side of a comparison.
@Schema(description = "Exactly one of text, html, tokens, features, fingerprint and id.")
public record SourceRequest(
    @Schema(description = "Plain text.") @Nullable String text,
    @Schema(description = "An HTML page; its readable text is taken.") @Nullable String html,
    @Schema(description = "Your own tokens, used as they are.")
        @JsonDeserialize(contentUsing = StringOnly.class)
        @Nullable List<@Nullable String> tokens,
    @Schema(description = "Your own features with weights, used as they are.")
        @Nullable List<@Nullable WeightedFeatureJson> features,
    @Schema(description = "A ready fingerprint, in hex of the profile's width.")
        @Nullable String fingerprint,
    @Schema(description = "The id of a stored document.") @Nullable String id,
    @Schema(
            description = "The collection of the document that id names; default if left out.",
            example = "default")
        @Nullable String collection)
    implements SourceFields {}

package io.neardup.web.json;

import io.neardup.service.StringOnly;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonDeserialize;

/// One side of a comparison.
@Schema(description = "Exactly one of text, html, tokens, features, fingerprint and id.")
public record SourceRequest(
    @Schema(description = "Plain text.") @Nullable String text,
    @Schema(description = "An HTML page, whose readable text is extracted.") @Nullable String html,
    @Schema(description = "Custom tokens, used unchanged.")
        @JsonDeserialize(contentUsing = StringOnly.class)
        @Nullable List<@Nullable String> tokens,
    @Schema(description = "Custom features with weights, used unchanged.")
        @Nullable List<@Nullable WeightedFeatureJson> features,
    @Schema(description = "A fingerprint, in hex of the profile's width.")
        @Nullable String fingerprint,
    @Schema(description = "The id of a stored document.") @Nullable String id,
    @Schema(
            description = "The collection of the document; default if omitted.",
            example = "default")
        @Nullable String collection)
    implements SourceFields {}

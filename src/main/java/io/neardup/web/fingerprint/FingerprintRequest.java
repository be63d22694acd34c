package io.neardup.web.fingerprint;

import io.neardup.web.json.ContentFields;
import io.neardup.web.json.Referenced;
import io.neardup.web.json.StringOnly;
import io.neardup.web.json.WeightedFeatureJson;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonDeserialize;

/// What `POST /fingerprint` reads.
@Schema(description = "Exactly one of text, html, tokens and features.")
public record FingerprintRequest(
    @Schema(description = "Plain text.") @Nullable String text,
    @Schema(description = "An HTML page; its readable text is taken.") @Nullable String html,
    @Schema(description = "Your own tokens, used as they are.")
        @JsonDeserialize(contentUsing = StringOnly.class)
        @Nullable List<@Nullable String> tokens,
    @Schema(description = "Your own features with weights, used as they are.")
        @Nullable List<@Nullable WeightedFeatureJson> features,
    @Schema(description = "The recipe; see GET /actuator/info.", example = "simhash-256-v1")
        @Nullable String profile,
    @Schema(description = "Whether to tell how the fingerprint comes about.")
        @Nullable Boolean explain,
    @Schema(description = "Your name for the text, repeated in the answer.") @Nullable String id,
    @Schema(description = "Your own reference, repeated in the answer.") @Nullable String ref)
    implements ContentFields, Referenced {}

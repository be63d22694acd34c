package io.neardup.web.fingerprint;

import io.neardup.web.json.ContentFields;
import io.neardup.web.json.Referenced;
import io.neardup.web.json.WeightedFeatureJson;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The body of `POST /fingerprint`, or a line of a stream.
@Schema(description = "Exactly one of text, html, tokens and features.")
public record FingerprintRequest(
    @Nullable String text,
    @Nullable String html,
    @Nullable List<@Nullable String> tokens,
    @Nullable List<@Nullable WeightedFeatureJson> features,
    @Schema(description = "The profile; see GET /actuator/info.", example = "simhash-256-v1")
        @Nullable String profile,
    @Schema(description = "Whether to explain how the fingerprint is computed.")
        @Nullable Boolean explain,
    @Schema(description = "An id of the text, repeated in the answer.") @Nullable String id,
    @Nullable String ref)
    implements ContentFields, Referenced {}

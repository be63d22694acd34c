package io.neardup.web;

import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// What `POST /compare` reads.
record CompareRequest(
    @Schema(requiredMode = Schema.RequiredMode.REQUIRED) @Nullable SourceRequest a,
    @Schema(requiredMode = Schema.RequiredMode.REQUIRED) @Nullable SourceRequest b,
    @Schema(description = "The recipe; see GET /actuator/info.", example = "paper-v1")
        @Nullable String profile,
    @Schema(
            description =
                "Up to which distance the two count as near-duplicates; the profile's own if left"
                    + " out.",
            minimum = "0",
            maximum = "64")
        @Nullable Integer maxDistance,
    @Schema(description = "Whether to tell what the two share and what sets them apart.")
        @Nullable Boolean explain) {}

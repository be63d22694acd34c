package io.neardup.web;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonDeserialize;

/// What `POST /compare` reads.
record CompareRequest(
    @Schema(requiredMode = Schema.RequiredMode.REQUIRED) @Nullable SourceRequest a,
    @Schema(requiredMode = Schema.RequiredMode.REQUIRED) @Nullable SourceRequest b,
    @Schema(description = "The recipe; see GET /actuator/info.", example = "simhash-256-v1")
        @Nullable String profile,
    @Schema(
            description =
                "Up to which distance the two count as near-duplicates; the profile's own if left"
                    + " out.",
            minimum = "0",
            maximum = "512")
        @Nullable Integer maxDistance,
    @ArraySchema(
            arraySchema =
                @Schema(
                    description =
                        "Other measures to take; one alone may be a string. All but angle need content on"
                            + " both sides.",
                    example = "[\"jaccard\", \"editDistance\"]"),
            schema =
                @Schema(
                    allowableValues = {
                      "all",
                      "cosine",
                      "angle",
                      "euclidean",
                      "jaccard",
                      "minhash",
                      "longestCommonSubstring",
                      "editDistance",
                      "longestSentences"
                    }))
        @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
        @JsonDeserialize(contentUsing = StringOnly.class)
        @Nullable List<@Nullable String> measures,
    @Schema(description = "Whether to tell what the two share and what sets them apart.")
        @Nullable Boolean explain) {}

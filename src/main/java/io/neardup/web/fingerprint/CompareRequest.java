package io.neardup.web.fingerprint;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.neardup.web.json.SourceRequest;
import io.neardup.web.json.StringOnly;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonDeserialize;

/// What `POST /compare` reads.
record CompareRequest(
    @Schema(requiredMode = Schema.RequiredMode.REQUIRED) @Nullable SourceRequest a,
    @Schema(requiredMode = Schema.RequiredMode.REQUIRED) @Nullable SourceRequest b,
    @Schema(
            description =
                "The recipe, see GET /actuator/info; if left out, that of the first side that is a stored"
                    + " document, or the default one. A stored document of another profile is compared"
                    + " by its text, where that is kept.",
            example = "simhash-256-v1")
        @Nullable String profile,
    @Schema(
            description =
                "Up to which distance the two count as near-duplicates; if left out, as in the collection"
                    + " of the first side that is a stored document, or the profile's own.",
            minimum = "0",
            maximum = "512")
        @Nullable Integer maxDistance,
    @ArraySchema(
            arraySchema =
                @Schema(
                    description =
                        "Other measures to take; one alone may be a string. All but angle need content on"
                            + " both sides, or documents with their texts, and are else skipped.",
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
    @Schema(description = "Whether to explain what the two share and what sets them apart.")
        @Nullable Boolean explain) {}

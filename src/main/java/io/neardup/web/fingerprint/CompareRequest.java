package io.neardup.web.fingerprint;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.neardup.service.StringOnly;
import io.neardup.web.json.SourceRequest;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonDeserialize;

/// The body of `POST /compare`.
record CompareRequest(
    @Schema(
            description = "The first text or document.",
            requiredMode = Schema.RequiredMode.REQUIRED)
        @Nullable SourceRequest a,
    @Schema(
            description = "The second text or document.",
            requiredMode = Schema.RequiredMode.REQUIRED)
        @Nullable SourceRequest b,
    @Schema(
            description =
                "The profile, see GET /actuator/info; by default that of the first side that is"
                    + " a stored document, or the default profile. A stored document of another "
                    + "profile is compared by its text, if it is stored.",
            example = "simhash-256-v1")
        @Nullable String profile,
    @Schema(
            description =
                "Maximum distance of near-duplicates, in bits; by default that of the "
                    + "collection of the first side that is a stored document, or of the profile.",
            minimum = "0",
            maximum = "512")
        @Nullable Integer maxDistance,
    @ArraySchema(
            arraySchema =
                @Schema(
                    description =
                        "Other measures to compute; a single one may be a string. All but angle"
                            + " require content on both sides, or documents with stored texts, and"
                            + " are skipped otherwise.",
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
    @Schema(
            description =
                "Whether to find the passages that both texts have in common. Requires texts or pages"
                    + " on both sides, or documents with stored texts, and is skipped otherwise.")
        @Nullable Boolean passages,
    @Schema(description = "Whether to explain the common and the different features.")
        @Nullable Boolean explain) {}

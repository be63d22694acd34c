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
    @Schema(requiredMode = Schema.RequiredMode.REQUIRED) @Nullable SourceRequest a,
    @Schema(requiredMode = Schema.RequiredMode.REQUIRED) @Nullable SourceRequest b,
    @Nullable String profile,
    @Schema(minimum = "0", maximum = "512") @Nullable Integer maxDistance,
    @ArraySchema(
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
    @Nullable Boolean passages,
    @Nullable Boolean explain) {}

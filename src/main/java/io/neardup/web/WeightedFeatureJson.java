package io.neardup.web;

import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// A feature of the caller's own.
///
/// @param feature any text
/// @param weight above 0, at most 1,000,000; 1 if left out
@Schema(name = "WeightedFeature")
record WeightedFeatureJson(
    @Schema(example = "飞碟", requiredMode = Schema.RequiredMode.REQUIRED) @Nullable String feature,
    @Schema(example = "5", minimum = "0", exclusiveMinimum = true, maximum = "1000000")
        @Nullable Double weight) {}

package io.neardup.web.json;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// One side of a comparison.
public record SourceRequest(
    @Nullable String text,
    @Nullable String html,
    @Nullable List<@Nullable String> tokens,
    @Nullable List<@Nullable WeightedFeatureJson> features,
    @Nullable String fingerprint,
    @Nullable String id,
    @Nullable String collection)
    implements SourceFields {}

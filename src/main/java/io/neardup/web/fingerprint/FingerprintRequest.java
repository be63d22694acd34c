package io.neardup.web.fingerprint;

import io.neardup.web.json.SourceFields;
import io.neardup.web.json.WeightedFeatureJson;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The body of `POST /fingerprint`, or a line of a stream.
public record FingerprintRequest(
    @Nullable String text,
    @Nullable String html,
    @Nullable List<@Nullable String> tokens,
    @Nullable List<@Nullable WeightedFeatureJson> features,
    @Nullable String profile,
    @Nullable Boolean explain,
    @Nullable String id,
    @Nullable String ref)
    implements SourceFields {}

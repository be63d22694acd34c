package io.neardup.web.json;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The fields with the content of a fingerprint. Exactly one is present.
public interface ContentFields {

  @Nullable String text();

  @Nullable String html();

  @Nullable List<@Nullable String> tokens();

  @Nullable List<@Nullable WeightedFeatureJson> features();
}

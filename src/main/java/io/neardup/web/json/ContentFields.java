package io.neardup.web.json;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The fields of a request that say what to make a fingerprint of. Exactly one is given.
public interface ContentFields {

  @Nullable String text();

  @Nullable String html();

  @Nullable List<@Nullable String> tokens();

  @Nullable List<@Nullable WeightedFeatureJson> features();
}

package io.neardup.web.json;

import io.neardup.service.StringOnly;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonDeserialize;

/// The fields with the content of a fingerprint. Exactly one is present; a call without one of them
/// does not declare it.
public interface ContentFields {

  @Nullable String text();

  default @Nullable String html() {
    return null;
  }

  @JsonDeserialize(contentUsing = StringOnly.class)
  default @Nullable List<@Nullable String> tokens() {
    return null;
  }

  default @Nullable List<@Nullable WeightedFeatureJson> features() {
    return null;
  }
}

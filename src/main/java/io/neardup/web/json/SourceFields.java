package io.neardup.web.json;

import io.neardup.service.StringOnly;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonDeserialize;

/// The fields with the source of a fingerprint, comparison or lookup: content, a fingerprint or a
/// stored document. Exactly one is present; a call without one of them does not declare it. If `id`
/// is no source, the answer repeats it, and it always repeats `ref`.
public interface SourceFields {

  default @Nullable String text() {
    return null;
  }

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

  default @Nullable String fingerprint() {
    return null;
  }

  @Nullable String id();

  default @Nullable String ref() {
    return null;
  }
}

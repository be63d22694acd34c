package io.neardup.web.json;

import io.neardup.service.StringOnly;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonDeserialize;

/// The fields for the source of a fingerprint, comparison or lookup: content, a fingerprint or a
/// stored document. Exactly one is present; a call does not declare fields it does not support. The
/// answer repeats `ref`, and `id` unless that is the source.
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

package io.neardup.web.json;

import io.neardup.service.StringOnly;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonDeserialize;

/// The fields with the content of a fingerprint. Exactly one is present; a call without one of them
/// does not declare it.
public interface ContentFields {

  @Schema(description = "Plain text.")
  @Nullable String text();

  @Schema(description = "An HTML page, whose readable text is extracted.")
  default @Nullable String html() {
    return null;
  }

  @Schema(description = "Custom tokens, used unchanged.")
  @JsonDeserialize(contentUsing = StringOnly.class)
  default @Nullable List<@Nullable String> tokens() {
    return null;
  }

  @Schema(description = "Custom features with weights, used unchanged.")
  default @Nullable List<@Nullable WeightedFeatureJson> features() {
    return null;
  }
}

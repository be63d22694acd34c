package io.neardup.web.json;

import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// The fields with the source of a comparison or lookup: content, a fingerprint or a stored
/// document. Exactly one is present.
public interface SourceFields extends ContentFields {

  @Schema(description = "A fingerprint, in hex of the profile's width.")
  default @Nullable String fingerprint() {
    return null;
  }

  @Nullable String id();
}

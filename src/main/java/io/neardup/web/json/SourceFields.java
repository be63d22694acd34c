package io.neardup.web.json;

import org.jspecify.annotations.Nullable;

/// The fields with the source of a comparison or lookup: content, a fingerprint or a stored
/// document. Exactly one is present.
public interface SourceFields extends ContentFields {

  default @Nullable String fingerprint() {
    return null;
  }

  @Nullable String id();
}

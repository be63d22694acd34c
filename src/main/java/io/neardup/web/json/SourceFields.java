package io.neardup.web.json;

import org.jspecify.annotations.Nullable;

/// The fields of a request that say what to compare or look up: content, a ready fingerprint or a
/// stored document. Exactly one is given.
public interface SourceFields extends ContentFields {

  @Nullable String fingerprint();

  @Nullable String id();
}

package io.neardup.web.json;

import org.jspecify.annotations.Nullable;

/// A request that may carry the caller's own names, which its answer repeats.
public interface Referenced {

  @Nullable String id();

  @Nullable String ref();
}

package io.neardup.web.json;

import org.jspecify.annotations.Nullable;

/// A request with an id and a reference that its answer repeats.
public interface Referenced {

  @Nullable String id();

  @Nullable String ref();
}

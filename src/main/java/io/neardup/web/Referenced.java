package io.neardup.web;

import org.jspecify.annotations.Nullable;

/// A request that may carry the caller's own names, which its answer repeats.
interface Referenced {

  @Nullable String id();

  @Nullable String ref();
}

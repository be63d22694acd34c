package io.neardup.web.json;

import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// A request with an id and a reference that its answer repeats.
public interface Referenced {

  @Nullable String id();

  @Schema(description = "A reference of the client, repeated in the answer.")
  @Nullable String ref();
}

package io.neardup.web.collection;

import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// The target of a copy.
record CopyRequest(
    @Schema(description = "The target collection, which must exist.", example = "posts")
        @Nullable String to,
    @Schema(description = "The cursor of an earlier copy, to continue from there.")
        @Nullable String after) {}

package io.neardup.web.collection;

import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// Where to copy a collection.
record CopyRequest(
    @Schema(
            description = "The collection that gets the documents; make it first.",
            example = "posts")
        @Nullable String to,
    @Schema(description = "The cursor of an earlier copy, to go on from there.")
        @Nullable String after) {}

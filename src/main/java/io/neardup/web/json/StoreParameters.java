package io.neardup.web.json;

import io.swagger.v3.oas.annotations.Parameter;
import org.jspecify.annotations.Nullable;

/// Query parameters of calls that store documents, for bodies or lines that do not contain them.
@QueryRecord
public record StoreParameters(
    @Parameter(description = DEFAULT) @Nullable String collection,
    @Parameter(description = DEFAULT) @Nullable String onDuplicate,
    @Parameter(description = DEFAULT) @Nullable Integer limit,
    @Parameter(description = DEFAULT) @Nullable Double skipContained) {

  private static final String DEFAULT =
      "For bodies, or lines of a stream, without this field; a different value there is refused.";
}

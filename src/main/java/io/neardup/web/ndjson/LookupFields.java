package io.neardup.web.ndjson;

import io.neardup.web.json.Referenced;
import io.neardup.web.json.SourceFields;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// A request whose id is that of a stored document to be looked up in place of a text: what
/// identifies the request itself is its reference.
public interface LookupFields extends SourceFields, Referenced {

  @Override
  @Schema(description = "The id of a stored document, which is not listed among its own matches.")
  @Nullable String id();
}

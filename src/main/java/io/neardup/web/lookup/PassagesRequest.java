package io.neardup.web.lookup;

import io.neardup.web.ndjson.LookupFields;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The body of `POST /passages`.
@Schema(description = "Exactly one of text, html and id.")
record PassagesRequest(
    @Nullable String text,
    @Nullable String html,
    @Nullable String id,
    @Nullable Integer minShared,
    @Nullable Double minShare,
    @Nullable Integer limit,
    @Nullable List<@Nullable String> filter,
    @Nullable Boolean explain,
    @Nullable String ref)
    implements LookupFields, PassageParameters {

  /// A line of a stream, whose query has the parameters of all lookups.
  @Schema(name = "PassagesLine", description = "Exactly one of text, html and id.")
  record PassagesLine(
      @Nullable String text, @Nullable String html, @Nullable String id, @Nullable String ref)
      implements LookupFields {}
}

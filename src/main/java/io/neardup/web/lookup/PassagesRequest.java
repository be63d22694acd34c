package io.neardup.web.lookup;

import io.neardup.service.RequestException;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.service.passage.PassageLookup;
import io.neardup.web.json.SourceFields;
import io.neardup.web.ndjson.LookupFields;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The body of `POST /passages`.
record PassagesRequest(
    @Nullable String text,
    @Nullable String html,
    @Nullable String id,
    @Schema(minimum = "" + PassageLookup.MIN_SHARED) @Nullable Integer minShared,
    @Schema(minimum = "0", maximum = "1") @Nullable Double minShare,
    @Nullable Integer limit,
    @Nullable List<@Nullable String> filter,
    @Nullable String ref)
    implements LookupFields {

  /// A line of a stream; the query has the parameters of all lookups.
  record PassagesLine(
      @Nullable String text, @Nullable String html, @Nullable String id, @Nullable String ref)
      implements LookupFields {}

  /// A request for a source with these parameters.
  PassagesRequest of(SourceFields source, @Nullable String named) {
    return new PassagesRequest(
        source.text(), source.html(), source.id(), minShared, minShare, limit, filter, named);
  }

  /// The lookup.
  ///
  /// @throws RequestException if a parameter is invalid
  PassageLookup lookup() {
    return PassageLookup.of(minShared, minShare, limit, MetadataFilter.of(filter));
  }
}

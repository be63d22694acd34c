package io.neardup.web.lookup;

import io.neardup.service.RequestException;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.service.passage.PassageLookup;
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
    @Schema(
            description =
                "Minimum number of common words of a match, 17 by default; a character of Chinese"
                    + " or another script without spaces counts as a word.",
            minimum = "" + PassageLookup.MIN_SHARED,
            example = "17")
        @Nullable Integer minShared,
    @Schema(
            description =
                "Minimum share of the text, or of the document, that is in common passages; 0 by"
                    + " default.",
            minimum = "0",
            maximum = "1",
            example = "0.3")
        @Nullable Double minShare,
    @Nullable Integer limit,
    @Nullable List<@Nullable String> filter,
    @Schema(
            description =
                "Whether to list the anchors that were found, and the documents that were"
                    + " compared.")
        @Nullable Boolean explain,
    @Nullable String ref)
    implements LookupFields {

  /// A line of a stream, whose query has the parameters of all lookups.
  @Schema(name = "PassagesLine", description = "Exactly one of text, html and id.")
  record PassagesLine(
      @Nullable String text, @Nullable String html, @Nullable String id, @Nullable String ref)
      implements LookupFields {}

  /// The lookup.
  ///
  /// @throws RequestException if a parameter is invalid
  PassageLookup lookup() {
    return PassageLookup.of(minShared, minShare, limit, MetadataFilter.of(filter));
  }

  boolean explains() {
    return Boolean.TRUE.equals(explain);
  }
}

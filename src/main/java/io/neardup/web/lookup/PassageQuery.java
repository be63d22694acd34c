package io.neardup.web.lookup;

import io.neardup.service.passage.PassageLookup;
import io.neardup.web.json.QueryParameters;
import io.neardup.web.json.QueryParameters.Filter;
import io.neardup.web.json.QueryParameters.Limit;
import io.neardup.web.json.QueryRecord;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The parameters of a lookup of passages in a query: that of GET, or of a stream for all of its
/// lines.
@QueryRecord
record PassageQuery(
    @Parameter(
            description = PassageQuery.MIN_SHARED,
            schema =
                @Schema(type = "integer", format = "int32", minimum = PassageQuery.LEAST_SHARED))
        @Nullable Integer minShared,
    @Parameter(
            description = PassageQuery.MIN_SHARE,
            schema = @Schema(type = "number", format = "double", minimum = "0", maximum = "1"))
        @Nullable Double minShare,
    @Limit(QueryParameters.MATCHES) @Nullable Integer limit,
    @Filter @Nullable List<@Nullable String> filter,
    @Parameter(description = PassageQuery.EXPLAIN) @Nullable Boolean explain)
    implements PassageParameters {

  static final String MIN_SHARED =
      "Minimum number of common words of a match, 17 by default; a character of Chinese or another"
          + " script without spaces counts as a word.";

  static final String MIN_SHARE =
      "Minimum share of the text, or of the document, that is in common passages; 0 by default.";

  static final String EXPLAIN =
      "Whether to list the anchors that were found, and the documents that were compared.";

  /// The least `minShared`, for annotations.
  static final String LEAST_SHARED = "" + PassageLookup.MIN_SHARED;
}

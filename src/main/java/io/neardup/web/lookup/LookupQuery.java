package io.neardup.web.lookup;

import io.neardup.service.lookup.LookupLimits;
import io.neardup.service.lookup.LookupRequest;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.web.json.QueryParameters;
import io.neardup.web.json.QueryParameters.Filter;
import io.neardup.web.json.QueryParameters.InCollections;
import io.neardup.web.json.QueryParameters.Limit;
import io.neardup.web.json.QueryParameters.MaxDistance;
import io.neardup.web.json.QueryParameters.MinSimilarity;
import io.neardup.web.json.QueryParameters.Recall;
import io.neardup.web.json.QueryRecord;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Parameters of a lookup besides the text. In the query of POST, they apply to bodies and lines
/// that do not contain them.
@QueryRecord
record LookupQuery(
    @InCollections @Nullable String collection,
    @MaxDistance @Nullable Integer maxDistance,
    @MinSimilarity @Nullable Double minSimilarity,
    @Limit(QueryParameters.MATCHES) @Nullable Integer limit,
    @Recall @Nullable String recall,
    @Parameter(
            description = QueryParameters.NEAREST,
            schema =
                @Schema(
                    type = "integer",
                    format = "int32",
                    minimum = "1",
                    maximum = QueryParameters.MAX_LIMIT))
        @Nullable Integer nearest,
    @Filter @Nullable List<@Nullable String> filter,
    @Parameter(description = QueryParameters.MIN_POSITION) @Nullable String minPosition,
    @Parameter(description = QueryParameters.EXPLAIN, schema = @Schema(type = "boolean"))
        @Nullable Boolean explain) {

  /// The parameters of the index.
  ///
  /// @throws io.neardup.service.RequestException if one is invalid
  LookupRequest request() {
    LookupRequest request =
        new LookupRequest(
            maxDistance,
            LookupLimits.recall(recall),
            limit,
            nearest,
            MetadataFilter.of(filter),
            minSimilarity);
    if (explains()) {
      LookupLimits.requireExplainable(request);
    }
    return request;
  }

  boolean explains() {
    return Boolean.TRUE.equals(explain);
  }
}

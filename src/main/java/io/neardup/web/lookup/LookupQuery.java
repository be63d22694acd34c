package io.neardup.web.lookup;

import io.neardup.service.lookup.LookupLimits;
import io.neardup.web.json.QueryParameters;
import io.neardup.web.json.QueryParameters.Filter;
import io.neardup.web.json.QueryParameters.Limit;
import io.neardup.web.json.QueryParameters.MaxDistance;
import io.neardup.web.json.QueryParameters.MinSimilarity;
import io.neardup.web.json.QueryParameters.Recall;
import io.neardup.web.json.QueryRecord;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The parameters of a lookup in a query: that of GET, or of a stream for all of its lines.
@QueryRecord
record LookupQuery(
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
    @Parameter(description = QueryParameters.EXPLAIN, schema = @Schema(type = "boolean"))
        @Nullable Boolean explain)
    implements LookupParameters {

  @Override
  public @Nullable Double requestedRecall() {
    return LookupLimits.recall(recall);
  }
}

package io.neardup.web.document;

import io.neardup.service.lookup.LookupLimits;
import io.neardup.web.json.QueryParameters;
import io.neardup.web.json.QueryParameters.MaxDistance;
import io.neardup.web.json.QueryParameters.MinSimilarity;
import io.neardup.web.json.QueryParameters.Recall;
import io.neardup.web.json.QueryRecord;
import io.neardup.web.json.StoreParameters;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// The parameters for all documents of a stream, in its query.
@QueryRecord
record StoreQuery(
    @Parameter(
            description = StoreParameters.ON_DUPLICATE,
            schema =
                @Schema(
                    type = "string",
                    allowableValues = {"add", "skip", "replace"}))
        @Nullable String onDuplicate,
    @Parameter(
            description = StoreParameters.SKIP_CONTAINED,
            schema =
                @Schema(
                    type = "number",
                    format = "double",
                    exclusiveMinimumValue = 0,
                    maximum = "1"))
        @Nullable Double skipContained,
    @MaxDistance @Nullable Integer maxDistance,
    @MinSimilarity @Nullable Double minSimilarity,
    @Parameter(
            description = StoreParameters.LISTED,
            schema =
                @Schema(
                    type = "integer",
                    format = "int32",
                    minimum = "0",
                    maximum = QueryParameters.MAX_LIMIT))
        @Nullable Integer limit,
    @Recall @Nullable String recall)
    implements StoreParameters {

  @Override
  public @Nullable Double requestedRecall() {
    return LookupLimits.recall(recall);
  }
}

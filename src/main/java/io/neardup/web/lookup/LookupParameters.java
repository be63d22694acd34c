package io.neardup.web.lookup;

import io.neardup.service.lookup.LookupLimits;
import io.neardup.service.lookup.LookupRequest;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.web.json.NearParameters;
import io.neardup.web.json.QueryParameters;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// The parameters of a lookup of near-duplicates.
interface LookupParameters extends MatchParameters, NearParameters {

  @Override
  @Nullable Integer limit();

  @Schema(
      description = QueryParameters.NEAREST,
      minimum = "1",
      maximum = QueryParameters.MAX_LIMIT)
  @Nullable Integer nearest();

  @Override
  @Schema(description = QueryParameters.EXPLAIN)
  @Nullable Boolean explain();

  /// The parameters of the index.
  ///
  /// @throws io.neardup.service.RequestException if one is invalid
  default LookupRequest request() {
    LookupRequest request =
        new LookupRequest(
            maxDistance(),
            requestedRecall(),
            limit(),
            nearest(),
            MetadataFilter.of(filter()),
            minSimilarity());
    if (explains()) {
      LookupLimits.requireExplainable(request);
    }
    return request;
  }
}

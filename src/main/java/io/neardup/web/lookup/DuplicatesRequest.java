package io.neardup.web.lookup;

import io.neardup.service.RequestException;
import io.neardup.service.lookup.LookupLimits;
import io.neardup.service.lookup.LookupRequest;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.web.json.QueryParameters;
import io.neardup.web.json.RequestMapper;
import io.neardup.web.json.SourceFields;
import io.neardup.web.json.WeightedFeatureJson;
import io.neardup.web.ndjson.LookupFields;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The body of `POST /duplicates`.
record DuplicatesRequest(
    @Nullable String text,
    @Nullable String html,
    @Nullable List<@Nullable String> tokens,
    @Nullable List<@Nullable WeightedFeatureJson> features,
    @Nullable String fingerprint,
    @Nullable String id,
    @Schema(minimum = "0", maximum = QueryParameters.MAX_BITS) @Nullable Integer maxDistance,
    @Schema(minimum = "0", maximum = "1") @Nullable Double minSimilarity,
    @Nullable Integer limit,
    @Schema(type = "string") @Nullable JsonNode recall,
    @Schema(minimum = "1", maximum = QueryParameters.MAX_LIMIT) @Nullable Integer nearest,
    @Nullable List<@Nullable String> filter,
    @Nullable Boolean explain,
    @Nullable String ref)
    implements LookupFields {

  /// A line of a stream; the query has the parameters of all lookups.
  record DuplicatesLine(
      @Nullable String text,
      @Nullable String html,
      @Nullable List<@Nullable String> tokens,
      @Nullable List<@Nullable WeightedFeatureJson> features,
      @Nullable String fingerprint,
      @Nullable String id,
      @Nullable String ref)
      implements LookupFields {}

  /// A request for a source with these parameters.
  DuplicatesRequest of(SourceFields source, @Nullable String named) {
    return new DuplicatesRequest(
        source.text(),
        source.html(),
        source.tokens(),
        source.features(),
        source.fingerprint(),
        source.id(),
        maxDistance,
        minSimilarity,
        limit,
        recall,
        nearest,
        filter,
        explain,
        named);
  }

  /// The parameters of the index.
  ///
  /// @throws RequestException if one is invalid
  LookupRequest parameters() {
    LookupRequest request =
        new LookupRequest(
            maxDistance,
            RequestMapper.recall(recall),
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

package io.neardup.web.lookup;

import io.neardup.service.RequestException;
import io.neardup.service.lookup.LookupLimits;
import io.neardup.service.lookup.LookupRequest;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.web.json.QueryParameters;
import io.neardup.web.json.RequestMapper;
import io.neardup.web.json.WeightedFeatureJson;
import io.neardup.web.ndjson.LookupFields;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The body of `POST /duplicates`.
@Schema(description = "Exactly one of text, html, tokens, features, fingerprint and id.")
record DuplicatesRequest(
    @Nullable String text,
    @Nullable String html,
    @Nullable List<@Nullable String> tokens,
    @Nullable List<@Nullable WeightedFeatureJson> features,
    @Nullable String fingerprint,
    @Nullable String id,
    @Schema(
            description = QueryParameters.MAX_DISTANCE,
            minimum = "0",
            maximum = QueryParameters.MAX_BITS,
            example = "64")
        @Nullable Integer maxDistance,
    @Schema(
            description = QueryParameters.MIN_SIMILARITY,
            minimum = "0",
            maximum = "1",
            example = "0.8")
        @Nullable Double minSimilarity,
    @Nullable Integer limit,
    @Schema(description = QueryParameters.RECALL, type = "string", example = "exact")
        @Nullable JsonNode recall,
    @Schema(
            description =
                "Lists this number of nearest documents at any distance, in place of maxDistance,"
                    + " recall and limit.",
            minimum = "1",
            maximum = QueryParameters.MAX_LIMIT)
        @Nullable Integer nearest,
    @Nullable List<@Nullable String> filter,
    @Schema(
            description =
                "Whether to explain each match: the table and the probe that found it, the bits"
                    + " that differ, and the common features where both texts are known. Limits"
                    + " limit and nearest to 100.")
        @Nullable Boolean explain,
    @Nullable String ref)
    implements LookupFields {

  /// A line of a stream, whose query has the parameters of all lookups.
  @Schema(
      name = "DuplicatesLine",
      description = "Exactly one of text, html, tokens, features, fingerprint and id.")
  record DuplicatesLine(
      @Nullable String text,
      @Nullable String html,
      @Nullable List<@Nullable String> tokens,
      @Nullable List<@Nullable WeightedFeatureJson> features,
      @Nullable String fingerprint,
      @Nullable String id,
      @Nullable String ref)
      implements LookupFields {}

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

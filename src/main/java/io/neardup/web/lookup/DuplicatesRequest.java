package io.neardup.web.lookup;

import io.neardup.service.RequestException;
import io.neardup.web.json.QueryParameters;
import io.neardup.web.json.RequestMapper;
import io.neardup.web.json.WeightedFeatureJson;
import io.neardup.web.ndjson.LookupFields;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The body of `POST /duplicates`, or a line of a stream.
@Schema(description = "Exactly one of text, html, tokens, features, fingerprint and id.")
public record DuplicatesRequest(
    @Nullable String text,
    @Nullable String html,
    @Nullable List<@Nullable String> tokens,
    @Nullable List<@Nullable WeightedFeatureJson> features,
    @Nullable String fingerprint,
    @Nullable String id,
    @Nullable String collection,
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
            description = QueryParameters.NEAREST,
            minimum = "1",
            maximum = QueryParameters.MAX_LIMIT)
        @Nullable Integer nearest,
    @Nullable List<@Nullable String> filter,
    @Nullable String minPosition,
    @Schema(description = QueryParameters.EXPLAIN) @Nullable Boolean explain,
    @Nullable String ref)
    implements LookupFields {

  /// The parameters of the lookup: those of the body, or else of the query.
  ///
  /// @throws RequestException if both have a parameter with different values
  LookupQuery parameters(LookupQuery query) {
    return new LookupQuery(
        RequestMapper.agreed("collection", query.collection(), collection),
        RequestMapper.agreed("maxDistance", query.maxDistance(), maxDistance),
        RequestMapper.agreed("minSimilarity", query.minSimilarity(), minSimilarity),
        RequestMapper.agreed("limit", query.limit(), limit),
        RequestMapper.agreed("recall", query.recall(), RequestMapper.written(recall)),
        RequestMapper.agreed("nearest", query.nearest(), nearest),
        RequestMapper.agreed("filter", query.filter(), filter),
        RequestMapper.agreed("minPosition", query.minPosition(), minPosition),
        RequestMapper.agreed("explain", query.explain(), explain));
  }
}

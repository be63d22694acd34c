package io.neardup.web.lookup;

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
    @Nullable Integer maxDistance,
    @Nullable Double minSimilarity,
    @Nullable Integer limit,
    @Schema(description = QueryParameters.RECALL, type = "string", example = "exact")
        @Nullable JsonNode recall,
    @Nullable Integer nearest,
    @Nullable List<@Nullable String> filter,
    @Nullable Boolean explain,
    @Nullable String ref)
    implements LookupFields, LookupParameters {

  @Override
  public @Nullable Double requestedRecall() {
    return RequestMapper.recall(recall);
  }

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
}

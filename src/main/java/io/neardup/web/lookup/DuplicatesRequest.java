package io.neardup.web.lookup;

import io.neardup.service.RequestException;
import io.neardup.web.json.QueryParameters;
import io.neardup.web.json.Referenced;
import io.neardup.web.json.RequestMapper;
import io.neardup.web.json.SourceFields;
import io.neardup.web.json.StringOnly;
import io.neardup.web.json.WeightedFeatureJson;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.node.StringNode;

/// What `POST /duplicates` reads.
@Schema(description = "Exactly one of text, html, tokens, features, fingerprint and id.")
public record DuplicatesRequest(
    @Schema(description = "Plain text.") @Nullable String text,
    @Schema(description = "An HTML page; its readable text is taken.") @Nullable String html,
    @Schema(description = "Your own tokens, used as they are.")
        @JsonDeserialize(contentUsing = StringOnly.class)
        @Nullable List<@Nullable String> tokens,
    @Schema(description = "Your own features with weights, used as they are.")
        @Nullable List<@Nullable WeightedFeatureJson> features,
    @Schema(description = "A ready fingerprint, in hex of the profile's width.")
        @Nullable String fingerprint,
    @Schema(description = "The id of a stored document, which is left out of its own matches.")
        @Nullable String id,
    @Schema(description = "Where to look.", example = "default") @Nullable String collection,
    @Schema(
            description = "Up to which distance; the profile's own if left out.",
            minimum = "0",
            maximum = "512",
            example = "64")
        @Nullable Integer maxDistance,
    @Schema(
            description = "How many matches to list; 10 if left out.",
            minimum = "1",
            maximum = "10000")
        @Nullable Integer limit,
    @Schema(
            description =
                "The requested probability that a match at maxDistance is found, nearer ones more surely:"
                    + " 'exact' or a number above 0, at most 1; 0.95 if left out.",
            type = "string",
            example = "exact")
        @Nullable JsonNode recall,
    @Schema(
            description =
                "List that many of the nearest documents, however far away; in place of"
                    + " maxDistance, recall and limit.",
            minimum = "1",
            maximum = "10000")
        @Nullable Integer nearest,
    @Schema(
            description =
                "Only documents with these values in their metadata: a field, a colon and a value; dots"
                    + " lead into objects.",
            example = "[\"lang:en\"]")
        @JsonDeserialize(contentUsing = StringOnly.class)
        @Nullable List<@Nullable String> filter,
    @Schema(
            description =
                "The position that a write was answered with: the lookup sees that write, or is"
                    + " refused.",
            example = "7-1024")
        @Nullable String minPosition,
    @Schema(description = QueryParameters.EXPLAINED) @Nullable Boolean explain,
    @Schema(description = "Your own reference, repeated in the answer.") @Nullable String ref)
    implements SourceFields, Referenced {

  /// This request, with what the query says where it says nothing itself.
  ///
  /// @throws RequestException if it says something else
  DuplicatesRequest withDefaults(LookupQuery query) {
    String agreed = RequestMapper.agreed("recall", query.recall(), RequestMapper.written(recall));
    return new DuplicatesRequest(
        text,
        html,
        tokens,
        features,
        fingerprint,
        id,
        RequestMapper.agreed("collection", query.collection(), collection),
        RequestMapper.agreed("maxDistance", query.maxDistance(), maxDistance),
        RequestMapper.agreed("limit", query.limit(), limit),
        agreed == null ? null : StringNode.valueOf(agreed),
        RequestMapper.agreed("nearest", query.nearest(), nearest),
        RequestMapper.agreed("filter", query.filter(), filter),
        RequestMapper.agreed("minPosition", query.minPosition(), minPosition),
        RequestMapper.agreed("explain", query.explain(), explain),
        ref);
  }
}

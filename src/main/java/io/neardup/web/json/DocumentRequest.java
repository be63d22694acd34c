package io.neardup.web.json;

import io.neardup.service.RequestException;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.annotation.JsonDeserialize;

/// A document to store, as `PUT /documents/{id}` and `POST /documents` read it.
@Schema(description = "Exactly one of text, html, tokens, features and fingerprint.")
public record DocumentRequest(
    @Schema(
            description = "1 to 512 characters; generated if left out. PUT takes it from the path.",
            example = "cat-1")
        @Nullable String id,
    @Schema(description = "Plain text.") @Nullable String text,
    @Schema(description = "An HTML page; its readable text is taken.") @Nullable String html,
    @Schema(description = "Your own tokens, used as they are.")
        @JsonDeserialize(contentUsing = StringOnly.class)
        @Nullable List<@Nullable String> tokens,
    @Schema(description = "Your own features with weights, used as they are.")
        @Nullable List<@Nullable WeightedFeatureJson> features,
    @Schema(description = "A ready fingerprint, in hex of the profile's width.")
        @Nullable String fingerprint,
    @Schema(
            description = "A JSON object, returned with every match.",
            implementation = Map.class,
            example = "{\"lang\": \"en\"}")
        @Nullable JsonNode metadata,
    @Schema(description = "Where to store it.", example = "default") @Nullable String collection,
    @Schema(
            description =
                "What to do when near-duplicates are stored: add (store it all the same; if left out), skip"
                    + " (leave it out) or replace (store it in place of all of them).",
            allowableValues = {"add", "skip", "replace"})
        @Nullable String onDuplicate,
    @Schema(
            description =
                "Up to which distance stored documents count as near-duplicates; the profile's own"
                    + " if left out.",
            minimum = "0",
            maximum = "512")
        @Nullable Integer maxDistance,
    @Schema(
            description =
                "How many near-duplicates to list; 10 if left out. With 0 and onDuplicate=add none are looked up,"
                    + " which stores a large collection several times as fast.",
            minimum = "0",
            maximum = "10000")
        @Nullable Integer limit,
    @Schema(
            description =
                "The requested probability that a near-duplicate at maxDistance is found, nearer ones"
                    + " more surely: 'exact' or a number above 0, at most 1; 0.95 if left out.",
            type = "string",
            example = "exact")
        @Nullable JsonNode recall,
    @Schema(
            description =
                "When it expires; what the collection says if left out. A time as in RFC 3339, up to the year 9999, or null: then it stays for ever.",
            types = {"string", "null"},
            format = "date-time",
            implementation = String.class,
            example = "2099-12-31T23:59:59Z")
        @Nullable JsonNode expiresAt,
    @Schema(
            description = "In how many seconds it expires, in place of expiresAt.",
            implementation = Long.class,
            minimum = "1",
            maximum = "3153600000")
        @Nullable JsonNode ttlSeconds,
    @Schema(description = "Your own reference, repeated in the answer.") @Nullable String ref)
    implements SourceFields, Referenced {

  /// This request, with what the path and the query say where it says nothing itself.
  ///
  /// @throws RequestException if it says something else
  public DocumentRequest withDefaults(
      @Nullable String pathId,
      @Nullable String inCollection,
      @Nullable String decision,
      @Nullable Integer most) {
    return new DocumentRequest(
        RequestMapper.agreed("id", pathId, id),
        text,
        html,
        tokens,
        features,
        fingerprint,
        metadata,
        RequestMapper.agreed("collection", inCollection, collection),
        RequestMapper.agreed("onDuplicate", decision, onDuplicate),
        maxDistance,
        RequestMapper.agreed("limit", most, limit),
        recall,
        expiresAt,
        ttlSeconds,
        ref);
  }
}

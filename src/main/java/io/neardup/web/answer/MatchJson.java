package io.neardup.web.answer;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonRawValue;
import io.neardup.profile.Projection;
import io.neardup.service.Similarity;
import io.neardup.service.lookup.NearbyDocuments.NearDocument;
import io.neardup.store.Document;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonDeserialize;

/// A stored near-duplicate of the query.
@Schema(name = "Match")
@JsonInclude(JsonInclude.Include.NON_NULL)
public record MatchJson(
    @Schema(description = "The id of the document.", example = "cat-1") String id,
    @Schema(description = "Its collection; absent if the lookup names one collection.")
        @Nullable String collection,
    @Schema(description = "Its fingerprint, in hex.") String fingerprint,
    @Schema(description = "Number of bits that differ.", example = "2") int distance,
    @Schema(description = Similarity.SIMILARITY, example = "0.96875") double similarity,
    @Schema(description = Similarity.FEATURE_SIMILARITY, example = "0.9375")
        double featureSimilarity,
    @Schema(description = Similarity.VERIFIED) @Nullable Boolean verified,
    @Schema(description = "true if it was stored with identical input; otherwise absent.")
        @Nullable Boolean identical,
    @Schema(
            description = "The metadata of the document; absent if it has none.",
            implementation = Map.class)
        @JsonRawValue
        @JsonDeserialize(using = RawJson.class)
        @Nullable String metadata,
    @Schema(description = "Present with explain.") @Nullable MatchExplanationJson explanation) {

  /// A match in answers.
  ///
  /// @param collection null if the lookup names one collection
  /// @param projection of the profile that made both fingerprints
  /// @param explanation null without a request for it
  public static MatchJson of(
      NearDocument match,
      @Nullable String collection,
      Projection projection,
      @Nullable MatchExplanationJson explanation) {
    Document document = match.document();
    Similarity likeness =
        Similarity.at(
            match.distance(), document.fingerprint().bits(), projection, match.similarity());
    return new MatchJson(
        document.id(),
        collection,
        document.fingerprint().toString(),
        match.distance(),
        likeness.similarity(),
        likeness.featureSimilarity(),
        match.similarity() == null ? null : Boolean.TRUE,
        match.identical() ? Boolean.TRUE : null,
        document.metadata(),
        explanation);
  }
}

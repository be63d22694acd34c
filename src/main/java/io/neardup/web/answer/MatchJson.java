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
    String id,
    @Nullable String collection,
    String fingerprint,
    int distance,
    double similarity,
    double featureSimilarity,
    @Nullable Boolean verified,
    @Nullable Boolean identical,
    @Schema(implementation = Map.class) @JsonRawValue @JsonDeserialize(using = RawJson.class)
        @Nullable String metadata,
    @Nullable MatchExplanationJson explanation) {

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

package io.neardup.web.fingerprint;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.service.Similarity;
import io.neardup.service.compare.ComparisonService.Comparison;
import io.neardup.web.answer.FingerprintJson;
import io.neardup.web.answer.WeightsJson;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// The result of a comparison.
///
/// @param nearDuplicate whether the features are similar enough, or else the distance is at most
///   `maxDistance`, and neither text is empty
@JsonInclude(JsonInclude.Include.NON_NULL)
record CompareResponse(
    @Schema(description = "The first fingerprint.") FingerprintJson a,
    @Schema(description = "The second fingerprint.") FingerprintJson b,
    @Schema(description = "Number of bits that differ.", example = "4") int distance,
    @Schema(
            description = Similarity.SIMILARITY + " 0 if a text has no features.",
            example = "0.984375")
        double similarity,
    @Schema(
            description = Similarity.FEATURE_SIMILARITY + " 0 if a text has no features.",
            example = "0.96875")
        double featureSimilarity,
    @Schema(description = Similarity.VERIFIED) @Nullable Boolean verified,
    @Schema(
            description =
                "Whether the texts are near-duplicates: featureSimilarity is at least"
                    + " minSimilarity, or without that, the distance is at most maxDistance.")
        boolean nearDuplicate,
    @Schema(
            description =
                "The similarity from which on texts are near-duplicates; absent if a maxDistance"
                    + " was requested, features are not known, or the collection has verify=off.",
            example = "0.54")
        @Nullable Double minSimilarity,
    @Schema(
            description =
                "The document frequencies by which the weights of features were multiplied, if a"
                    + " stored document of a collection with weights=collection is compared.")
        @Nullable WeightsJson weights,
    @Schema(description = "The maximum distance of near-duplicates.") int maxDistance,
    @Schema(description = "The requested measures; absent without a request.")
        @Nullable MeasuresJson measures,
    @Schema(description = "The common passages; present with passages.")
        @Nullable PassagesJson passages,
    @Schema(description = "The common and the different features; present with explain.")
        @Nullable DifferenceJson explanation) {

  static CompareResponse of(
      Comparison result,
      @Nullable MeasuresJson measures,
      @Nullable PassagesJson passages,
      @Nullable DifferenceJson explanation) {
    Similarity likeness =
        result.comparable()
            ? Similarity.at(
                result.distance(),
                result.a().profile().bits(),
                result.a().profile().projection(),
                result.similarity())
            : Similarity.NONE;
    return new CompareResponse(
        FingerprintJson.of(result.a()),
        FingerprintJson.of(result.b()),
        result.distance(),
        likeness.similarity(),
        likeness.featureSimilarity(),
        result.similarity() == null ? null : Boolean.TRUE,
        result.nearDuplicate(),
        result.minSimilarity(),
        WeightsJson.of(result.frequencies()),
        result.maxDistance(),
        measures,
        passages,
        explanation);
  }
}

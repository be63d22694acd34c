package io.neardup.web.fingerprint;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.service.Similarity;
import io.neardup.service.compare.ComparisonService.Comparison;
import io.neardup.web.answer.FingerprintJson;
import io.neardup.web.answer.WeightsJson;
import org.jspecify.annotations.Nullable;

/// The result of a comparison.
///
/// @param nearDuplicate whether neither text is empty and the features are similar enough or,
///   without verification, the distance is at most `maxDistance`
@JsonInclude(JsonInclude.Include.NON_NULL)
record CompareResponse(
    FingerprintJson a,
    FingerprintJson b,
    int distance,
    double similarity,
    double featureSimilarity,
    @Nullable Boolean verified,
    boolean nearDuplicate,
    @Nullable Double minSimilarity,
    @Nullable WeightsJson weights,
    int maxDistance,
    @Nullable MeasuresJson measures,
    @Nullable PassagesJson passages,
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

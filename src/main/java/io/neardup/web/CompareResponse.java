package io.neardup.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.profile.Difference;
import io.neardup.profile.Projection;
import io.neardup.service.ComparisonService.Comparison;
import io.neardup.simhash.Fingerprint;
import org.jspecify.annotations.Nullable;

/// What `POST /compare` answers.
///
/// @param distance how many bits differ
/// @param similarity 1 - distance / bits
/// @param angleCosine cos(pi * distance / bits): the cosine of the features' vectors, as the
///   distance estimates it; absent where the projection of the profile is sparse
/// @param jaccardEstimate 1 - 2 * distance / bits, at least 0: the Jaccard similarity of the
///   features by their weights, as the distance estimates it; absent where the projection of the
///   profile is dense
/// @param nearDuplicate whether the distance is at most `maxDistance`
@JsonInclude(JsonInclude.Include.NON_NULL)
record CompareResponse(
    FingerprintJson a,
    FingerprintJson b,
    int distance,
    double similarity,
    @Nullable Double angleCosine,
    @Nullable Double jaccardEstimate,
    boolean nearDuplicate,
    int maxDistance,
    @Nullable MeasuresJson measures,
    @Nullable Difference explanation) {

  static CompareResponse of(
      Comparison result, @Nullable MeasuresJson measures, @Nullable Difference explanation) {
    Fingerprint a = result.a().fingerprint();
    Fingerprint b = result.b().fingerprint();
    Projection projection = result.a().profile().projection();
    return new CompareResponse(
        FingerprintJson.of(result.a()),
        FingerprintJson.of(result.b()),
        result.distance(),
        Fingerprint.similarity(result.distance(), a.bits()),
        projection == Projection.DENSE ? a.angleCosine(b) : null,
        projection == Projection.SPARSE ? a.jaccardEstimate(b) : null,
        result.nearDuplicate(),
        result.maxDistance(),
        measures,
        explanation);
  }
}

package io.neardup.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.profile.Difference;
import io.neardup.service.ComparisonService.Comparison;
import io.neardup.simhash.Fingerprint;
import org.jspecify.annotations.Nullable;

/// What `POST /compare` answers.
///
/// @param distance how many bits differ
/// @param similarity 1 - distance / bits
/// @param angleCosine cos(pi * distance / bits): the cosine of the features' vectors, as the
///   distance estimates it
/// @param nearDuplicate whether the distance is at most `maxDistance`
@JsonInclude(JsonInclude.Include.NON_NULL)
record CompareResponse(
    FingerprintJson a,
    FingerprintJson b,
    int distance,
    double similarity,
    double angleCosine,
    boolean nearDuplicate,
    int maxDistance,
    @Nullable MeasuresJson measures,
    @Nullable Difference explanation) {

  static CompareResponse of(
      Comparison result, @Nullable MeasuresJson measures, @Nullable Difference explanation) {
    return new CompareResponse(
        FingerprintJson.of(result.a()),
        FingerprintJson.of(result.b()),
        result.distance(),
        Fingerprint.similarity(result.distance(), result.a().fingerprint().bits()),
        result.a().fingerprint().angleCosine(result.b().fingerprint()),
        result.nearDuplicate(),
        result.maxDistance(),
        measures,
        explanation);
  }
}

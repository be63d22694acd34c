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
/// @param nearDuplicate whether the distance is at most `maxDistance`
@JsonInclude(JsonInclude.Include.NON_NULL)
record CompareResponse(
    FingerprintJson a,
    FingerprintJson b,
    int distance,
    double similarity,
    boolean nearDuplicate,
    int maxDistance,
    @Nullable Difference explanation) {

  static CompareResponse of(Comparison result, @Nullable Difference explanation) {
    return new CompareResponse(
        FingerprintJson.of(result.a()),
        FingerprintJson.of(result.b()),
        result.distance(),
        Fingerprint.similarity(result.distance(), result.a().fingerprint().bits()),
        result.nearDuplicate(),
        result.maxDistance(),
        explanation);
  }
}

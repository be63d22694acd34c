package io.neardup.web.answer;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.measure.Verification;
import io.neardup.service.lookup.LookupResult;
import io.neardup.service.lookup.NearbyDocuments.Verified;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// How candidates of a lookup were verified.
@Schema(name = "Verification")
@JsonInclude(JsonInclude.Include.NON_NULL)
public record VerificationJson(
    double minSimilarity,
    int candidatesWithin,
    int compared,
    int refused,
    @Nullable WeightsJson weights) {

  /// How the candidates of a result were verified, null if none was compared because all were near
  /// enough for the distance to decide.
  public static @Nullable VerificationJson of(LookupResult found) {
    return of(found.verification(), found.verified());
  }

  static @Nullable VerificationJson of(
      @Nullable Verification verification, @Nullable Verified verified) {
    return verification == null || verified == null || verified.compared() == 0
        ? null
        : new VerificationJson(
            verification.minSimilarity(),
            verification.candidatesWithin(),
            verified.compared(),
            verified.refused(),
            WeightsJson.of(verification.frequencies()));
  }

  /// The comparisons in two collections, with the limits of the first one that has any.
  public static @Nullable VerificationJson sum(
      @Nullable VerificationJson a, @Nullable VerificationJson b) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    return new VerificationJson(
        a.minSimilarity,
        a.candidatesWithin,
        a.compared + b.compared,
        a.refused + b.refused,
        a.weights);
  }
}

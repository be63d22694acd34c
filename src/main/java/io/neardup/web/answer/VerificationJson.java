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
    @Schema(
            description =
                "The similarity of features from which on a candidate is a match. Candidates whose"
                    + " features are not stored match by maxDistance.",
            example = "0.54")
        double minSimilarity,
    @Schema(
            description =
                "The distance up to which documents are candidates, in bits. About four fifths of"
                    + " the texts at minSimilarity are within it, and nearly all from 0.06 more.",
            example = "60")
        int candidatesWithin,
    @Schema(
            description =
                "Number of comparisons of a candidate's features. A candidate that is written"
                    + " during the request may be compared twice.",
            example = "3")
        int compared,
    @Schema(description = "Number of them whose candidate is no match.", example = "1") int refused,
    @Schema(
            description =
                "The document frequencies by which the weights of features were multiplied, in"
                    + " collections with weights=collection.")
        @Nullable WeightsJson weights) {

  /// How the candidates of a result were verified, null if none was compared: all were so near that
  /// the distance decides.
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

  /// The comparisons of two collections, with the limits of the first one that has some.
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

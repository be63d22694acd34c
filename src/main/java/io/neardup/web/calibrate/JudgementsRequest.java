package io.neardup.web.calibrate;

import io.neardup.service.RequestException;
import io.neardup.service.calibrate.JudgementService.PairDecision;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Judgements to be stored.
record JudgementsRequest(
    @Schema(description = "1 to 1,000 of them.")
        @Nullable List<@Nullable JudgementRequest> judgements) {

  static final int MAX = 1_000;

  /// What a person decided on two documents.
  record JudgementRequest(
      @Schema(description = "The id of a document.", example = "cat-1") @Nullable String a,
      @Schema(description = "The id of another document.", example = "cat-2") @Nullable String b,
      @Schema(description = "Whether they are near-duplicates.") @Nullable Boolean duplicate,
      @Schema(
              description =
                  "The number of pairs that this one stands for, as in the sample; 1 by default.",
              exclusiveMinimumValue = 0)
          @Nullable Double weight) {

    PairDecision decision() {
      return new PairDecision(
          require(a, "a", "the id of a document"),
          require(b, "b", "the id of another document"),
          require(duplicate, "duplicate", "true or false"),
          Objects.requireNonNullElse(weight, 1.0));
    }

    private static <T> T require(@Nullable T value, String field, String allowed) {
      if (value == null) {
        throw RequestException.invalid(field, "is missing; give " + allowed);
      }
      return value;
    }
  }

  /// The decisions.
  ///
  /// @throws RequestException if one is incomplete, or their number is out of range
  List<PairDecision> decisions() {
    if (judgements == null || judgements.isEmpty() || judgements.size() > MAX) {
      throw RequestException.invalid(
          "judgements",
          "must have 1 to " + MAX + ", had " + (judgements == null ? 0 : judgements.size()));
    }
    List<PairDecision> decisions = new ArrayList<>();
    for (JudgementRequest each : judgements) {
      String place = "judgements[" + decisions.size() + "]";
      if (each == null) {
        throw RequestException.invalid(place, "must be an object, was null");
      }
      try {
        decisions.add(each.decision());
      } catch (RequestException e) {
        throw e.within(place);
      }
    }
    return decisions;
  }
}

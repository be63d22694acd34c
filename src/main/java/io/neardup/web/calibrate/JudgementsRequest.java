package io.neardup.web.calibrate;

import io.neardup.service.RequestException;
import io.neardup.service.calibrate.JudgementService.PairDecision;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Judgements to be stored.
record JudgementsRequest(@Nullable List<@Nullable JudgementRequest> judgements) {

  private static final int MAX = 1_000;

  /// What a person decided on two documents.
  record JudgementRequest(
      @Nullable String a,
      @Nullable String b,
      @Nullable Boolean duplicate,
      @Schema(exclusiveMinimumValue = 0) @Nullable Double weight) {

    PairDecision decision() {
      return new PairDecision(
          LabelledFields.value(a, "a", "the id of a document"),
          LabelledFields.value(b, "b", "the id of another document"),
          LabelledFields.value(duplicate, "duplicate", "true or false"),
          LabelledFields.weight(weight));
    }
  }

  /// The decisions.
  ///
  /// @throws RequestException if one is incomplete, or their number is out of range
  List<PairDecision> decisions() {
    return LabelledFields.items(judgements, "judgements", 1, MAX, JudgementRequest::decision);
  }
}

package io.neardup.web.calibrate;

import io.neardup.calibrate.LabelledPair;
import io.neardup.service.RequestException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Judgements to be stored.
record JudgementsRequest(@Nullable List<@Nullable PairRequest> judgements) {

  private static final int MAX = 1_000;

  /// The decisions on pairs of ids.
  ///
  /// @throws RequestException if one is incomplete, or their number is out of range
  List<LabelledPair> decisions() {
    return PairRequest.items(
        judgements,
        "judgements",
        1,
        MAX,
        judgement -> {
          LabelledPair pair = judgement.of("document id");
          if (pair.a().equals(pair.b())) {
            throw RequestException.invalid("b", "must be another document than a, was the same");
          }
          return pair;
        });
  }
}

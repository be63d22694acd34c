package io.neardup.web.calibrate;

import io.neardup.calibrate.DocumentCalibration;
import io.neardup.calibrate.LabelledPair;
import io.neardup.service.FingerprintService;
import io.neardup.service.RequestException;
import io.neardup.service.StringOnly;
import io.neardup.service.calibrate.Evaluation;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonDeserialize;

/// Labelled pairs, or documents without labels, to evaluate.
record EvaluateRequest(
    @JsonDeserialize(contentUsing = StringOnly.class) @Nullable List<@Nullable String> profiles,
    @Nullable List<@Nullable PairRequest> pairs,
    @JsonDeserialize(contentUsing = StringOnly.class) @Nullable List<@Nullable String> texts,
    @Schema(minimum = "1") @Nullable Long collectionSize,
    @Schema(minimum = "0.01", maximum = "0.5") @Nullable Double editRate,
    @Schema(exclusiveMinimumValue = 0) @Nullable Double duplicatesPerDocument,
    @Nullable Long seed) {

  private static final int MAX_PAIRS = 10_000;
  private static final int MAX_TEXTS = 4_000;

  /// The profiles and the options.
  ///
  /// @throws RequestException if one is out of range
  Evaluation evaluation(FingerprintService fingerprints) {
    return Evaluation.of(
        fingerprints, fingerprints.profile(null), profiles, seed, editRate, duplicatesPerDocument);
  }

  /// The texts; null if there are none.
  ///
  /// @throws RequestException if one is missing, or their number is out of range
  @Nullable List<String> sample() {
    return texts == null
        ? null
        : PairRequest.items(
            texts, "texts", DocumentCalibration.MIN_DOCUMENTS, MAX_TEXTS, text -> text);
  }

  /// The number of documents to be searched; null for the number of texts.
  ///
  /// @throws RequestException if it is below 1
  @Nullable Long size() {
    if (collectionSize != null && collectionSize < 1) {
      throw RequestException.invalid("collectionSize", "must be at least 1, was " + collectionSize);
    }
    return collectionSize;
  }

  /// The pairs; null if only texts are to be evaluated.
  ///
  /// @throws RequestException if one is incomplete, or their number is out of range
  @Nullable List<LabelledPair> labelled() {
    if (pairs == null && texts == null) {
      throw RequestException.invalid("pairs", "are missing; send pairs or texts");
    }
    return pairs == null
        ? null
        : PairRequest.items(pairs, "pairs", 1, MAX_PAIRS, pair -> pair.of("text"));
  }
}

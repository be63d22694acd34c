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
    @Schema(
            description = "Up to 20 profiles; the default profile if omitted.",
            example = "[\"simhash-256-v1\", \"simhash-512-v1\"]")
        @JsonDeserialize(contentUsing = StringOnly.class)
        @Nullable List<@Nullable String> profiles,
    @Schema(description = "Up to 10,000 of them, of near-duplicates and of other texts.")
        @Nullable List<@Nullable PairRequest> pairs,
    @Schema(
            description =
                "10 to 4,000 documents, a random sample of those to be searched. In place of pairs,"
                    + " they are edited and compared with each other, as a job of kind evaluate"
                    + " does. With pairs, they show how many near-duplicates a document has, and"
                    + " what matches by chance; if omitted, a document is assumed to have 0.1"
                    + " near-duplicates, and the texts of the pairs show what matches by chance.")
        @JsonDeserialize(contentUsing = StringOnly.class)
        @Nullable List<@Nullable String> texts,
    @Schema(
            description =
                "The number of documents to be searched, for the expected number of false matches;"
                    + " that of the texts if omitted.",
            minimum = "1",
            example = "1000000")
        @Nullable Long collectionSize,
    @Schema(
            description =
                "The share of words up to which an edited text is a near-duplicate, 0.2 by default."
                    + " With pairs, it decides on those that have no label.",
            minimum = "0.01",
            maximum = "0.5")
        @Nullable Double editRate,
    @Schema(
            description =
                "How many near-duplicates a document has on average, which precision depends on;"
                    + " if omitted, estimated from the texts, or 0.1 if fewer than 10 are found or"
                    + " only pairs are sent.",
            exclusiveMinimumValue = 0,
            example = "0.1")
        @Nullable Double duplicatesPerDocument,
    @Schema(description = "Selects the edits and the resamples, 1 by default.")
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

  /// The number of documents to be searched; null for that of the texts.
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

package io.neardup.web.calibrate;

import io.neardup.calibrate.LabelledPair;
import io.neardup.service.RequestException;
import io.neardup.service.calibrate.EvaluationRequest;
import io.neardup.web.json.StringOnly;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
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
        @Nullable List<@Nullable LabelledTexts> pairs,
    @Schema(
            description =
                "In place of pairs: 10 to 4,000 documents, a random sample of those to be searched. They"
                    + " are edited, and compared with each other, as a job of kind evaluate does.")
        @JsonDeserialize(contentUsing = StringOnly.class)
        @Nullable List<@Nullable String> texts,
    @Schema(
            description =
                "With texts: the number of documents to be searched, for the expected number of false"
                    + " matches; that of the texts if omitted.",
            minimum = "1")
        @Nullable Long collectionSize,
    @Schema(
            description =
                "With texts: the share of words up to which an edited text is a near-duplicate, 0.2 by"
                    + " default.",
            minimum = "0.01",
            maximum = "0.5")
        @Nullable Double editRate,
    @Schema(
            description =
                "With texts: how many near-duplicates a document has on average; estimated from the texts"
                    + " if omitted.",
            exclusiveMinimumValue = 0)
        @Nullable Double duplicatesPerDocument,
    @Schema(description = "Selects the edits and the resamples, 1 by default.")
        @Nullable Long seed) {

  private static final int MAX_PAIRS = 10_000;
  private static final int MAX_TEXTS = 4_000;

  /// A labelled pair.
  @Schema(name = "LabelledPair")
  record LabelledTexts(
      @Schema(description = "A text.") @Nullable String a,
      @Schema(description = "Another text.") @Nullable String b,
      @Schema(description = "Whether they are near-duplicates.") @Nullable Boolean duplicate,
      @Schema(
              description = "The number of pairs that this one stands for; 1 by default.",
              exclusiveMinimumValue = 0)
          @Nullable Double weight) {

    LabelledPair pair() {
      double times = Objects.requireNonNullElse(weight, 1.0);
      if (!(times > 0) || Double.isInfinite(times)) {
        throw RequestException.invalid("weight", "must be a number above 0, was " + times);
      }
      return new LabelledPair(
          required(a, "a", "a text"),
          required(b, "b", "another text"),
          required(duplicate, "duplicate", "true or false"),
          times);
    }
  }

  private static <T> T required(@Nullable T value, String field, String allowed) {
    if (value == null) {
      throw RequestException.invalid(field, "is missing; give " + allowed);
    }
    return value;
  }

  /// Whether documents without labels are to be evaluated.
  ///
  /// @throws RequestException if there are pairs as well
  boolean hasTexts() {
    if (texts != null && pairs != null) {
      throw RequestException.invalid("texts", "and pairs exclude each other; send one of them");
    }
    requireTextsFor("collectionSize", collectionSize);
    requireTextsFor("editRate", editRate);
    requireTextsFor("duplicatesPerDocument", duplicatesPerDocument);
    return texts != null;
  }

  private void requireTextsFor(String field, @Nullable Object value) {
    if (value != null && texts == null) {
      throw RequestException.invalid(field, "needs texts; leave it out with pairs");
    }
  }

  /// The profiles and the options.
  ///
  /// @throws RequestException if one is out of range
  EvaluationRequest evaluation() {
    return EvaluationRequest.of(profiles, seed, editRate, duplicatesPerDocument);
  }

  /// The texts.
  ///
  /// @throws RequestException if one is missing, or there are too many
  List<String> sample() {
    List<String> sample = new ArrayList<>();
    for (String text : Objects.requireNonNullElse(texts, List.<String>of())) {
      if (text == null || sample.size() == MAX_TEXTS) {
        throw RequestException.invalid(
            "texts[" + sample.size() + "]",
            text == null ? "must be a text, was null" : "is beyond the limit of " + MAX_TEXTS);
      }
      sample.add(text);
    }
    return sample;
  }

  /// The number of documents to be searched.
  ///
  /// @throws RequestException if it is below 1
  long size() {
    long size = Objects.requireNonNullElse(collectionSize, 1L);
    if (size < 1) {
      throw RequestException.invalid("collectionSize", "must be at least 1, was " + size);
    }
    return size;
  }

  /// The pairs.
  ///
  /// @throws RequestException if one is incomplete, or their number is out of range
  List<LabelledPair> labelled() {
    if (pairs == null || pairs.isEmpty() || pairs.size() > MAX_PAIRS) {
      throw RequestException.invalid(
          "pairs",
          "must be 1 to "
              + MAX_PAIRS
              + ", were "
              + (pairs == null ? 0 : pairs.size())
              + (pairs == null ? "; or send texts" : ""));
    }
    List<LabelledPair> labelled = new ArrayList<>(pairs.size());
    for (LabelledTexts each : pairs) {
      String place = "pairs[" + labelled.size() + "]";
      if (each == null) {
        throw RequestException.invalid(place, "must be an object, was null");
      }
      try {
        labelled.add(each.pair());
      } catch (RequestException e) {
        throw e.within(place);
      }
    }
    return labelled;
  }
}

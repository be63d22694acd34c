package io.neardup.web.calibrate;

import io.neardup.calibrate.LabelledPair;
import io.neardup.service.RequestException;
import io.neardup.web.json.StringOnly;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonDeserialize;

/// Labelled pairs to evaluate.
record EvaluateRequest(
    @Schema(
            description = "Up to 20 profiles; the default profile if omitted.",
            example = "[\"simhash-256-v1\", \"simhash-512-v1\"]")
        @JsonDeserialize(contentUsing = StringOnly.class)
        @Nullable List<@Nullable String> profiles,
    @Schema(description = "Up to 10,000 of them, of near-duplicates and of other texts.")
        @Nullable List<@Nullable LabelledTexts> pairs,
    @Schema(description = "Selects the resamples, 1 by default.") @Nullable Long seed) {

  private static final int MAX_PROFILES = 20;
  private static final int MAX_PAIRS = 10_000;

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

  /// The names of the profiles.
  ///
  /// @throws RequestException if there are too many
  List<String> names() {
    List<String> names = new ArrayList<>();
    for (String name : Objects.requireNonNullElse(profiles, List.<String>of())) {
      if (name == null || names.size() == MAX_PROFILES) {
        throw RequestException.invalid(
            "profiles", "must be up to " + MAX_PROFILES + " names of profiles");
      }
      names.add(name);
    }
    return names;
  }

  /// The pairs.
  ///
  /// @throws RequestException if one is incomplete, or their number is out of range
  List<LabelledPair> labelled() {
    if (pairs == null || pairs.isEmpty() || pairs.size() > MAX_PAIRS) {
      throw RequestException.invalid(
          "pairs", "must be 1 to " + MAX_PAIRS + ", were " + (pairs == null ? 0 : pairs.size()));
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

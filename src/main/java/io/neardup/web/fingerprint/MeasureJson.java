package io.neardup.web.fingerprint;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.measure.Measurement;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// What a measure gave, as answers show it.
@Schema(name = "Measurement", description = "Either value, or skipped and why.")
@JsonInclude(JsonInclude.Include.NON_NULL)
record MeasureJson(
    @Schema(
            description =
                "The number; for longestCommonSubstring and editDistance of characters, for"
                    + " longestSentences of sentences shared.",
            example = "12")
        @Nullable Number value,
    @Schema(
            description =
                "The value's share: longestCommonSubstring of the shorter text, editDistance of the"
                    + " longer one.",
            example = "0.25")
        @Nullable Double share,
    @Schema(description = "How many sentences could be shared.", example = "3")
        @Nullable Integer of,
    @Schema(description = "Whether all sentences are shared.") @Nullable Boolean equal,
    @Schema(
            description = "Why the measure was not taken.",
            example = "texts over 20,000 characters")
        @Nullable String skipped) {

  static MeasureJson of(Measurement measurement) {
    return switch (measurement) {
      case Measurement.Value(double value) -> new MeasureJson(value, null, null, null, null);
      case Measurement.Characters(int count, double share) ->
          new MeasureJson(count, share, null, null, null);
      case Measurement.Sentences(int shared, int of, boolean equal) ->
          new MeasureJson(shared, null, of, equal, null);
      case Measurement.Skipped(String reason) -> new MeasureJson(null, null, null, null, reason);
    };
  }
}

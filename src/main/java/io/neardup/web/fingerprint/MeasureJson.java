package io.neardup.web.fingerprint;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.measure.Measurement;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// The result of a measure in answers.
@Schema(name = "Measurement", description = "Either value, or skipped with the reason.")
@JsonInclude(JsonInclude.Include.NON_NULL)
record MeasureJson(
    @Schema(
            description =
                "The result; for longestCommonSubstring and editDistance a number of "
                    + "characters, for longestSentences of common sentences.",
            example = "12")
        @Nullable Number value,
    @Schema(
            description =
                "Its share of the shorter text (longestCommonSubstring) or of the longer one "
                    + "(editDistance).",
            example = "0.25")
        @Nullable Double share,
    @Schema(description = "Maximum number of common sentences.", example = "3")
        @Nullable Integer of,
    @Schema(description = "Whether all sentences are common.") @Nullable Boolean equal,
    @Schema(
            description = "The reason why the measure was not computed.",
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

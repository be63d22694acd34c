package io.neardup.web.fingerprint;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.measure.Measure;
import io.neardup.measure.Measurement;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The requested measures, by name.
@Schema(name = "Measures")
@JsonInclude(JsonInclude.Include.NON_NULL)
record MeasuresJson(
    @Schema(
            description =
                "The cosine of the angle between the vectors of weighted features; 1 for equal "
                    + "ones.")
        @Nullable MeasureJson cosine,
    @Schema(description = "The same cosine, estimated from the distance with a dense projection.")
        @Nullable MeasureJson angle,
    @Schema(
            description =
                "The distance between the vectors of weighted features; 0 for equal ones.")
        @Nullable MeasureJson euclidean,
    @Schema(description = "The share of distinct features that both have; 1 for equal sets.")
        @Nullable MeasureJson jaccard,
    @Schema(description = "The same share, estimated by MinHash with 128 permutations.")
        @Nullable MeasureJson minhash,
    @Schema(description = "The length of the longest common run of characters, and its share.")
        @Nullable MeasureJson longestCommonSubstring,
    @Schema(
            description =
                "Number of characters to insert, delete or replace (Levenshtein), and its "
                    + "share.")
        @Nullable MeasureJson editDistance,
    @Schema(description = "Number of common sentences among the three longest of each.")
        @Nullable MeasureJson longestSentences) {

  static MeasuresJson of(Map<Measure, Measurement> taken) {
    return new MeasuresJson(
        json(taken, Measure.COSINE),
        json(taken, Measure.ANGLE),
        json(taken, Measure.EUCLIDEAN),
        json(taken, Measure.JACCARD),
        json(taken, Measure.MINHASH),
        json(taken, Measure.LONGEST_COMMON_SUBSTRING),
        json(taken, Measure.EDIT_DISTANCE),
        json(taken, Measure.LONGEST_SENTENCES));
  }

  private static @Nullable MeasureJson json(Map<Measure, Measurement> taken, Measure measure) {
    Measurement measurement = taken.get(measure);
    return measurement == null ? null : MeasureJson.of(measurement);
  }

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
}

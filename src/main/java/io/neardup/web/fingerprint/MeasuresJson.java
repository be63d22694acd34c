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
    @Nullable MeasureJson cosine,
    @Nullable MeasureJson angle,
    @Nullable MeasureJson euclidean,
    @Nullable MeasureJson jaccard,
    @Nullable MeasureJson minhash,
    @Nullable MeasureJson longestCommonSubstring,
    @Nullable MeasureJson editDistance,
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
  @Schema(name = "Measurement")
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record MeasureJson(
      @Nullable Number value,
      @Nullable Double share,
      @Nullable Integer of,
      @Nullable Boolean equal,
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

package io.neardup.web.answer;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.index.MatchOrigin;
import io.neardup.index.MatchOrigin.BitRun;
import io.neardup.index.MatchOrigin.SketchMatch;
import io.neardup.index.Plan;
import io.neardup.profile.Difference;
import io.neardup.service.compare.MatchExplainer.MatchExplanation;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The explanation of a match in answers.
@Schema(name = "MatchExplanation", description = "Bits are numbered from the least significant, 0.")
@JsonInclude(JsonInclude.Include.NON_NULL)
public record MatchExplanationJson(
    @Schema(description = "The probe that found the match.") FoundBy foundBy,
    @Schema(description = "The bits that differ from the query.")
        List<DifferingBitJson> differingBits,
    @Schema(
            description =
                "The features of the query that the match has too, by descending weight, at "
                    + "most 100; absent if one text is not known.")
        Difference.@Nullable Names shared,
    @Schema(
            description =
                "The reasons why features are not known, and the remedies; absent if all are "
                    + "known.",
            example =
                "[\"the query is a fingerprint, of which no features are known; give the text"
                    + " instead\"]")
        @Nullable List<String> missing) {

  /// The probe that found a match.
  @Schema(name = "FoundBy", description = "The probe that found a match.")
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record FoundBy(
      @Schema(
              description =
                  "tables: the probe with the query's own key. probes: a probe with a similar key."
                      + " scan: all fingerprints were compared. write: the document was written"
                      + " during the lookup.",
              allowableValues = {"tables", "probes", "scan", "write"},
              example = "probes")
          String means,
      @Schema(
              description = "The number of the table, from 0; absent for scan and write.",
              example = "3")
          @Nullable Integer table,
      @Schema(description = "The bits that form the key of the table; absent without a table.")
          @Nullable List<BitRun> key,
      @Schema(
              description =
                  "The bits of the key that the probe flipped, in which the match differs from "
                      + "the query; absent without a table.")
          @Nullable List<Integer> flippedBits,
      @Schema(
              description =
                  "Number of bits in which the sketches differ, parts of the fingerprints that "
                      + "are compared first, and their maximum; absent without sketches.")
          @Nullable SketchMatch sketch) {

    static FoundBy of(@Nullable MatchOrigin origin, Plan plan) {
      if (origin == null) {
        return new FoundBy("write", null, null, null, null);
      }
      if (origin.table() == null) {
        return new FoundBy(PlanJson.name(plan), null, null, null, origin.sketch());
      }
      return new FoundBy(
          origin.flippedBits().isEmpty() ? "tables" : "probes",
          origin.table(),
          origin.key(),
          origin.flippedBits(),
          origin.sketch());
    }
  }

  public static MatchExplanationJson of(MatchExplanation explanation, Plan plan) {
    Difference difference = explanation.difference();
    return new MatchExplanationJson(
        FoundBy.of(explanation.origin(), plan),
        DifferingBitJson.list(explanation.differingBits(), difference),
        difference == null ? null : difference.shared(),
        explanation.missing().isEmpty() ? null : explanation.missing());
  }
}

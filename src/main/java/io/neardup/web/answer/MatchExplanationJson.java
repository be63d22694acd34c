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
@Schema(name = "MatchExplanation")
@JsonInclude(JsonInclude.Include.NON_NULL)
public record MatchExplanationJson(
    FoundBy foundBy,
    List<DifferingBitJson> differingBits,
    Difference.@Nullable Names shared,
    @Nullable List<String> missing) {

  /// The probe that found a match.
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record FoundBy(
      @Schema(allowableValues = {"tables", "probes", "scan", "write"}) String means,
      @Nullable Integer table,
      @Nullable List<BitRun> key,
      @Nullable List<Integer> flippedBits,
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

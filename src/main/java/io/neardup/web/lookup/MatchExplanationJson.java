package io.neardup.web.lookup;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.index.MatchOrigin;
import io.neardup.index.MatchOrigin.BitRun;
import io.neardup.index.MatchOrigin.SketchMatch;
import io.neardup.index.Plan;
import io.neardup.profile.Difference;
import io.neardup.service.compare.MatchExplanation;
import io.neardup.web.fingerprint.DifferingBitJson;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Why a match was found, as answers have it.
@Schema(name = "MatchExplanation", description = "Bits are numbered from the least significant, 0.")
@JsonInclude(JsonInclude.Include.NON_NULL)
record MatchExplanationJson(
    FoundBy foundBy,
    @Schema(description = "The bits in which it differs from the query.")
        List<DifferingBitJson> differingBits,
    @Schema(
            description =
                "The features of the query that the match has too, the heaviest first, 100 at most;"
                    + " absent if the text of one is not known.")
        Difference.@Nullable Names shared,
    @Schema(
            description =
                "Of which of the two no features are known, and what to do; absent if both are.",
            example =
                "[\"the query is a fingerprint, of which no features are known; give the text instead\"]")
        @Nullable List<String> missing) {

  /// The probe that found a match.
  @Schema(name = "FoundBy", description = "The probe that found a match.")
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record FoundBy(
      @Schema(
              description =
                  "tables: the probe under the query's own key. probes: one under a key near it. scan:"
                      + " all fingerprints were compared. write: it was written while the lookup ran.",
              allowableValues = {"tables", "probes", "scan", "write"},
              example = "probes")
          String means,
      @Schema(description = "The number of the table, from 0; absent without one.", example = "3")
          @Nullable Integer table,
      @Schema(description = "The bits that are the key of the table; absent without one.")
          @Nullable List<BitRun> key,
      @Schema(
              description =
                  "The bits of the key that the probe flipped: there the match differs from the query."
                      + " Absent without a table.")
          @Nullable List<Integer> flippedBits,
      @Schema(
              description =
                  "In how many bits the sketches of the two differ, a part of each fingerprint that is"
                      + " compared first, and in how many they may; absent where none were compared.")
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

  static MatchExplanationJson of(MatchExplanation why, Plan plan) {
    return new MatchExplanationJson(
        FoundBy.of(why.origin(), plan),
        why.differingBits().stream().map(DifferingBitJson::of).toList(),
        why.shared(),
        why.missing().isEmpty() ? null : why.missing());
  }
}

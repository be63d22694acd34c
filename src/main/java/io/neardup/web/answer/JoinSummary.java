package io.neardup.web.answer;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.service.join.JoinResult;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// The parameters and results of a join. The last line of a stream; a stream without it is
/// incomplete.
@Schema(name = "JoinSummary")
@JsonInclude(JsonInclude.Include.NON_NULL)
public record JoinSummary(
    @Schema(description = "Whether the join is complete; false in a job that is not done.")
        boolean complete,
    @Schema(description = "Number of documents that match the filter.") int documents,
    @Schema(description = "Number of their distinct fingerprints.") int fingerprints,
    @Schema(description = "The maximum distance of pairs, in bits.", example = "64")
        int maxDistance,
    @Schema(
            description =
                "The method: 'tables' partitions by the keys of tables, 'probes' compares"
                    + " fingerprints with blocks that differ in a few bits, 'scan' compares all"
                    + " pairs.",
            example = "tables")
        String plan,
    @Schema(description = "Whether every pair within maxDistance bits is found.") boolean exact,
    @Schema(
            description =
                "The distance up to which every pair is found; absent if exact, or if compare-with"
                    + " truncated matches at distance 0.")
        @Nullable Integer exactTo,
    @Schema(
            description =
                "The probability of finding a pair at maxDistance; nearer pairs are found with "
                    + "a higher probability. Matches that compare-with truncated are not counted.",
            example = "1.0")
        double recall,
    @Schema(
            description =
                "How pairs of candidates were verified by their features; absent if none was"
                    + " compared.")
        @Nullable VerificationJson verification,
    @Schema(description = "Number of pairs; in answers with pairs.") @Nullable Long pairs,
    @Schema(description = "Number of groups; in answers with groups.") @Nullable Long groups,
    @Schema(
            description =
                "Number of documents that are no near-duplicates of the survivor of their group; in"
                    + " answers with groups.")
        @Nullable Long beyond,
    @Schema(
            description =
                "What to consider before documents are disabled or removed; present if beyond is"
                    + " above 0.")
        @Nullable String warning) {

  /// The summary of a join.
  ///
  /// @param complete whether it has found everything that it will
  public static JoinSummary of(JoinResult result, boolean complete) {
    return new JoinSummary(
        complete,
        result.documents(),
        result.fingerprints(),
        result.maxDistance(),
        result.plan(),
        result.exact(),
        result.exactTo(),
        result.recall(),
        VerificationJson.of(result.verification(), result.verified()),
        result.pairs(),
        result.groups(),
        result.beyond(),
        warning(result));
  }

  private static @Nullable String warning(JoinResult result) {
    Long beyond = result.beyond();
    return beyond == null || beyond == 0
        ? null
        : "Documents that are no near-duplicates of the survivor of their group, but are connected"
            + " with it by chains of near-duplicates: "
            + beyond
            + ". With by=star, there are none.";
  }
}

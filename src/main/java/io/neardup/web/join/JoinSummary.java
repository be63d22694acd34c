package io.neardup.web.join;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.pairs.JoinPlan;
import io.neardup.service.join.CollectionJoin;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The parameters and results of a join. The last line of a stream; a stream without it is
/// incomplete.
@Schema(name = "JoinSummary")
@JsonInclude(JsonInclude.Include.NON_NULL)
record JoinSummary(
    @Schema(description = "Whether the join is complete.") boolean complete,
    @Schema(description = "Number of documents that match the filter.") int documents,
    @Schema(description = "Number of their distinct fingerprints.") int fingerprints,
    @Schema(example = "64") int maxDistance,
    @Schema(
            description =
                "The method: 'tables' partitions by the keys of tables, 'probes' compares "
                    + "fingerprints with blocks that differ in a few bits, 'scan' compares all pairs.",
            example = "tables")
        String plan,
    @Schema(description = "Whether every pair is found.") boolean exact,
    @Schema(description = "The distance up to which every pair is found; absent if exact.")
        @Nullable Integer exactTo,
    @Schema(
            description =
                "The probability of finding a pair at maxDistance; nearer pairs are found with "
                    + "a higher probability.",
            example = "1.0")
        double recall,
    @Schema(description = "Number of pairs; in answers with pairs.") @Nullable Long pairs,
    @Schema(description = "Number of groups; in answers with groups.") @Nullable Long groups) {

  private static final double DIGITS = 1e4;

  static JoinSummary ofPairs(CollectionJoin join, long pairs) {
    return of(join, pairs, null);
  }

  static JoinSummary ofGroups(CollectionJoin join, long groups) {
    return of(join, null, groups);
  }

  private static JoinSummary of(CollectionJoin join, @Nullable Long pairs, @Nullable Long groups) {
    JoinPlan plan = join.plan();
    return new JoinSummary(
        true,
        join.documents(),
        join.fingerprints(),
        join.maxDistance(),
        plan.method().name().toLowerCase(Locale.ROOT),
        plan.isExact(),
        plan.isExact() ? null : Integer.valueOf(plan.exactTo()),
        Math.floor(plan.recall() * DIGITS) / DIGITS,
        pairs,
        groups);
  }
}

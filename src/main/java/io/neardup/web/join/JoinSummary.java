package io.neardup.web.join;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.pairs.JoinPlan;
import io.neardup.service.join.CollectionJoin;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// What a join looked at and how. The last line of a stream: one without it was cut.
@Schema(name = "JoinSummary")
@JsonInclude(JsonInclude.Include.NON_NULL)
record JoinSummary(
    @Schema(description = "Whether the join went to its end; the last line of a stream says so.")
        boolean complete,
    @Schema(description = "How many documents could be near others.") int documents,
    @Schema(description = "How many distinct fingerprints they have.") int fingerprints,
    @Schema(example = "64") int maxDistance,
    @Schema(
            description =
                "How: 'tables' partitions by the keys of tables, 'probes' compares what differs in a"
                    + " few bits of a block, 'scan' compares everything with everything.",
            example = "tables")
        String plan,
    @Schema(description = "Whether every pair is sure to be found.") boolean exact,
    @Schema(description = "Up to which distance every pair is found; left out if exact.")
        @Nullable Integer exactTo,
    @Schema(
            description =
                "The probability that a pair at maxDistance is found; nearer ones are found more"
                    + " surely.",
            example = "1.0")
        double recall,
    @Schema(description = "How many pairs there are; in answers with pairs.") @Nullable Long pairs,
    @Schema(description = "How many groups there are; in answers with groups.")
        @Nullable Long groups) {

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

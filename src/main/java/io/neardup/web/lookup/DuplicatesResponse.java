package io.neardup.web.lookup;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.profile.Projection;
import io.neardup.service.compare.MatchExplainer;
import io.neardup.service.lookup.LookupResult;
import io.neardup.service.lookup.LookupResult.NearDocument;
import io.neardup.web.answer.FingerprintJson;
import io.neardup.web.answer.MatchExplanationJson;
import io.neardup.web.answer.MatchJson;
import io.neardup.web.answer.PlanJson;
import io.neardup.web.answer.VerificationJson;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The result of a lookup.
@JsonInclude(JsonInclude.Include.NON_NULL)
record DuplicatesResponse(
    @Schema(description = "The ref of the request.") @Nullable String ref,
    @Schema(description = "The fingerprint of the query.") FingerprintJson query,
    @Schema(description = "Absent with nearest.", example = "64") @Nullable Integer maxDistance,
    @Schema(
            description =
                "The plan: 'tables' probes each table once, 'probes' also with keys that differ"
                    + " from the query's in a few bits, 'scan' compares all fingerprints.",
            allowableValues = {"tables", "probes", "scan"},
            example = "tables")
        String plan,
    @Schema(description = "Whether every match is found.") boolean exact,
    @Schema(description = "If not exact: the distance up to which every match is found.")
        @Nullable Integer exactTo,
    @Schema(
            description =
                "The probability of finding a match at maxDistance with random differing bits, "
                    + "computed from the plan; matches of real texts are found with a higher "
                    + "probability.",
            example = "1.0")
        double recall,
    @Schema(
            description =
                "Most similar first, then by id. Empty if the text is allowed, except with nearest.")
        List<MatchJson> matches,
    @Schema(description = "Whether there are more matches than the limit.") boolean truncated,
    @Schema(description = "Number of fingerprints compared.") long candidates,
    @Schema(
            description =
                "How candidates were verified by their features; absent if none was compared.")
        @Nullable VerificationJson verification,
    @Schema(
            description =
                "The nearest allowed document within the distance of the collection, because of"
                    + " which the text is not a duplicate of anything; absent without one.",
            example = "notice-1")
        @Nullable String allowedBy,
    @Schema(
            description =
                "In a cluster: whether all partitions were searched. Absent outside of one.",
            example = "true")
        @Nullable Boolean complete,
    @Schema(description = "If not complete: the partitions for which no instance answered in time.")
        @Nullable List<Integer> missingPartitions) {

  /// @param explainer of the matches; null without explanations
  static DuplicatesResponse of(
      LookupResult found, @Nullable MatchExplainer explainer, @Nullable String ref) {
    Projection projection = found.query().profile().projection();
    return new DuplicatesResponse(
        ref,
        FingerprintJson.of(found.query()),
        found.maxDistance(),
        PlanJson.name(found.plan()),
        found.plan().isExact(),
        PlanJson.exactTo(found.plan()),
        PlanJson.recall(found.plan()),
        found.matches().stream()
            .map(match -> MatchJson.of(match, projection, explanation(found, match, explainer)))
            .toList(),
        found.truncated(),
        found.candidates(),
        VerificationJson.of(found),
        found.allowedBy(),
        found.missing() == null ? null : found.missing().isEmpty(),
        found.missing() == null || found.missing().isEmpty() ? null : found.missing());
  }

  private static @Nullable MatchExplanationJson explanation(
      LookupResult found, NearDocument match, @Nullable MatchExplainer explainer) {
    return explainer == null
        ? null
        : MatchExplanationJson.of(explainer.explain(match), found.plan());
  }
}

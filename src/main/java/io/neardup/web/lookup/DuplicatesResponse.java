package io.neardup.web.lookup;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.profile.Projection;
import io.neardup.service.compare.MatchExplainer;
import io.neardup.service.lookup.LookupResult;
import io.neardup.web.fingerprint.FingerprintJson;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a lookup answers.
@JsonInclude(JsonInclude.Include.NON_NULL)
record DuplicatesResponse(
    @Schema(description = "What the request carried.") @Nullable String ref,
    @Schema(description = "What was looked up.") FingerprintJson query,
    @Schema(description = "Absent if the nearest were requested.", example = "64")
        @Nullable Integer maxDistance,
    @Schema(
            description =
                "How: 'tables' probes each table once, 'probes' also with keys near the query's,"
                    + " 'scan' looks at every fingerprint.",
            allowableValues = {"tables", "probes", "scan"},
            example = "tables")
        String plan,
    @Schema(description = "Whether every match is sure to be found.") boolean exact,
    @Schema(description = "If not exact: up to which distance every match is sure to be found.")
        @Nullable Integer exactTo,
    @Schema(
            description =
                "The probability that a match at maxDistance is found whose differing bits lie at"
                    + " random, computed from the plan; matches of real texts are found more surely.",
            example = "1.0")
        double recall,
    @Schema(
            description =
                "Nearest first, then by id. None if the text is allowed, unless the nearest were requested.")
        List<MatchJson> matches,
    @Schema(description = "Whether there are more such documents than the limit.")
        boolean truncated,
    @Schema(description = "How many fingerprints were looked at.") long candidates,
    @Schema(
            description =
                "The nearest allowed document within the distance of the collection: because of it the"
                    + " text is no duplicate of anything. Absent if there is none.",
            example = "notice-1")
        @Nullable String allowedBy) {

  /// @param explainer of the matches; null if they are not to be explained
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
            .map(match -> {
              MatchJson json = MatchJson.of(match, projection);
              return explainer == null ? json : json.with(explainer.explain(match), found.plan());
            })
            .toList(),
        found.truncated(),
        found.candidates(),
        found.allowedBy());
  }
}

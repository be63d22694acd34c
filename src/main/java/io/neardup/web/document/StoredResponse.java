package io.neardup.web.document;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.index.Plan;
import io.neardup.service.Fingerprinted;
import io.neardup.service.write.WriteResult;
import io.neardup.web.lookup.MatchJson;
import io.neardup.web.lookup.PlanJson;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// What became of a document that was handed in.
@JsonInclude(JsonInclude.Include.NON_NULL)
record StoredResponse(
    @Schema(example = "cat-1") String id,
    @Schema(description = "What the request carried.") @Nullable String ref,
    @Schema(
            description =
                "added: the id is new. replaced: the document of that id has a new version. skipped:"
                    + " nothing was stored, as near-duplicates are. What else gave way is in removed.",
            allowableValues = {"added", "replaced", "skipped"})
        String outcome,
    @Schema(description = "1, and one more each time the id is stored again; absent if skipped.")
        @Nullable Long version,
    String fingerprint,
    boolean lowConfidence,
    @Schema(
            description =
                "How its near-duplicates were looked up, see DuplicatesResponse; none if they were not"
                    + " asked for.",
            allowableValues = {"tables", "probes", "scan", "none"},
            example = "tables")
        String plan,
    @Schema(description = "Whether every near-duplicate was sure to be found.") boolean exact,
    @Schema(
            description =
                "If not exact: up to which distance every near-duplicate was sure to be found.")
        @Nullable Integer exactTo,
    @Schema(description = "If not exact: the probability to find one at maxDistance.")
        @Nullable Double recall,
    @Schema(
            description =
                "Documents that were near it before; nearest first, then by id. None if its text is"
                    + " allowed.")
        List<MatchJson> matches,
    @Schema(description = "Whether more documents were near than the limit.") boolean truncated,
    @Schema(
            description =
                "The allowed document because of which this text is no duplicate of anything: itself, or"
                    + " the nearest within the distance of the collection. Absent if there is none, or"
                    + " if nothing was looked up.",
            example = "notice-1")
        @Nullable String allowedBy,
    @Schema(description = "Ids of documents that gave way to it; absent if none did.")
        @Nullable List<String> removed,
    @Schema(
            description =
                "Where the write is in the log, to be given as minPosition to lookups that must see it;"
                    + " absent if skipped.",
            example = "7-1024")
        @Nullable String position) {

  static StoredResponse of(WriteResult stored, @Nullable String ref) {
    Fingerprinted made = stored.duplicates().query();
    Plan plan = stored.duplicates().plan();
    return new StoredResponse(
        stored.id(),
        ref,
        stored.outcome().name().toLowerCase(Locale.ROOT),
        stored.document() == null ? null : Long.valueOf(stored.document().version()),
        made.fingerprint().toString(),
        made.lowConfidence(),
        PlanJson.name(plan),
        plan.isExact(),
        PlanJson.exactTo(plan),
        PlanJson.exactTo(plan) == null ? null : Double.valueOf(PlanJson.recall(plan)),
        stored.duplicates().matches().stream()
            .map(match -> MatchJson.of(match, made.profile().projection()))
            .toList(),
        stored.duplicates().truncated(),
        stored.duplicates().allowedBy(),
        stored.removed().isEmpty() ? null : stored.removed(),
        stored.position() == null ? null : stored.position().toString());
  }
}

package io.neardup.web.document;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.index.Plan;
import io.neardup.service.Fingerprinted;
import io.neardup.service.write.ContainerSearch;
import io.neardup.service.write.WriteResult;
import io.neardup.store.Document;
import io.neardup.web.answer.MatchJson;
import io.neardup.web.answer.PlanJson;
import io.neardup.web.answer.VerificationJson;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The result of storing a document.
@JsonInclude(JsonInclude.Include.NON_NULL)
record StoredResponse(
    @Schema(description = "The id of the document.", example = "cat-1") String id,
    @Schema(description = "The ref of the request.") @Nullable String ref,
    @Schema(
            description =
                "added: the id is new. replaced: the document of that id has a new version."
                    + " skipped: nothing was stored, since near-duplicates are stored, or a"
                    + " document that contains it. Other"
                    + " documents that it replaced are in removed.",
            allowableValues = {"added", "replaced", "skipped"})
        String outcome,
    @Schema(
            description =
                "1 for a new id, then incremented each time it is stored; absent if skipped.")
        @Nullable Long version,
    @Schema(description = "The fingerprint of the text, in hex.") String fingerprint,
    @Schema(
            description =
                "Whether there are fewer features than in about 8 words, so that distances are not"
                    + " reliable.")
        boolean lowConfidence,
    @Schema(
            description = "The plan of the lookup, see DuplicatesResponse; none without a lookup.",
            allowableValues = {"tables", "probes", "scan", "none"},
            example = "tables")
        String plan,
    @Schema(description = "Whether every near-duplicate is found.") boolean exact,
    @Schema(description = "If not exact: the distance up to which every near-duplicate is found.")
        @Nullable Integer exactTo,
    @Schema(
            description =
                "If not exact: the probability of finding a near-duplicate at maxDistance.")
        @Nullable Double recall,
    @Schema(
            description =
                "Near-duplicates stored before; most similar first, then by id. None if the text is"
                    + " allowed.")
        List<MatchJson> matches,
    @Schema(description = "Whether there are more near-duplicates than the limit.")
        boolean truncated,
    @Schema(
            description =
                "How candidates were verified by their features; absent if none was compared.")
        @Nullable VerificationJson verification,
    @Schema(
            description =
                "The allowed document because of which this text is not a duplicate of anything:"
                    + " itself, or the nearest within the distance of the collection. Absent"
                    + " without one, or without a lookup.",
            example = "notice-1")
        @Nullable String allowedBy,
    @Schema(
            description =
                "The document that contains the text, if it was skipped for that; absent"
                    + " otherwise.")
        ContainerSearch.@Nullable Container containedIn,
    @Schema(description = DocumentJson.VERDICT_DROPPED) @Nullable Boolean verdictDropped,
    @Schema(description = "Ids of documents that it replaced; absent if none.")
        @Nullable List<String> removed,
    @Schema(
            description =
                "The position of the write in the log, to be passed as minPosition to lookups "
                    + "that must see it; absent if skipped.",
            example = "7-1024")
        @Nullable String position) {

  private static @Nullable Boolean dropped(@Nullable Document stored) {
    return stored == null ? null : DocumentJson.dropped(stored.revision());
  }

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
            .map(match -> MatchJson.of(match, null, made.profile().projection(), null))
            .toList(),
        stored.duplicates().truncated(),
        VerificationJson.of(stored.duplicates()),
        stored.duplicates().allowedBy(),
        stored.container(),
        dropped(stored.document()),
        stored.removed().isEmpty() ? null : stored.removed(),
        stored.position() == null ? null : stored.position().toString());
  }
}

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
    String id,
    @Nullable String ref,
    @Schema(allowableValues = {"added", "replaced", "skipped"}) String outcome,
    @Nullable Long version,
    String fingerprint,
    boolean lowConfidence,
    @Schema(allowableValues = {"tables", "probes", "scan", "none"}) String plan,
    boolean exact,
    @Nullable Integer exactTo,
    @Nullable Double recall,
    List<MatchJson> matches,
    boolean truncated,
    @Nullable VerificationJson verification,
    @Nullable String allowedBy,
    ContainerSearch.@Nullable Container containedIn,
    @Nullable Boolean verdictDropped,
    @Nullable List<String> removed,
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

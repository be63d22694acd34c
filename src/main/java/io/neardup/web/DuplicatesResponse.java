package io.neardup.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.service.Duplicates;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// What a lookup answers.
@JsonInclude(JsonInclude.Include.NON_NULL)
record DuplicatesResponse(
    @Schema(description = "What the request carried.") @Nullable String ref,
    @Schema(description = "What was looked up.") FingerprintJson query,
    @Schema(example = "3") int maxDistance,
    @Schema(
            description =
                "How: 'tables' probes the permutation tables, 'scan' looks at every fingerprint.",
            example = "tables")
        String plan,
    @Schema(description = "Whether every match is sure to be found.") boolean exact,
    @Schema(description = "Nearest first, then by id.") List<MatchJson> matches,
    @Schema(description = "Whether more documents are near than the limit.") boolean truncated,
    @Schema(description = "How many fingerprints were looked at.") long candidates) {

  static DuplicatesResponse of(Duplicates found, @Nullable String ref) {
    return new DuplicatesResponse(
        ref,
        FingerprintJson.of(found.query()),
        found.maxDistance(),
        found.plan().name().toLowerCase(Locale.ROOT),
        true,
        found.matches().stream().map(MatchJson::of).toList(),
        found.truncated(),
        found.candidates());
  }
}

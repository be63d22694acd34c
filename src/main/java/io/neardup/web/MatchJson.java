package io.neardup.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonRawValue;
import io.neardup.service.Duplicates.NearDocument;
import io.neardup.simhash.Fingerprint;
import io.neardup.store.Document;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A stored document near the query.
@Schema(name = "Match")
@JsonInclude(JsonInclude.Include.NON_NULL)
record MatchJson(
    @Schema(example = "cat-1") String id,
    String fingerprint,
    @Schema(description = "How many bits differ.", example = "2") int distance,
    @Schema(description = "1 - distance / bits.", example = "0.96875") double similarity,
    @Schema(description = "true if it was made of the very same input; else absent.")
        @Nullable Boolean identical,
    @Schema(implementation = Map.class) @JsonRawValue @Nullable String metadata) {

  static MatchJson of(NearDocument match) {
    Document document = match.document();
    return new MatchJson(
        document.id(),
        document.fingerprint().toString(),
        match.distance(),
        Fingerprint.similarity(match.distance(), document.fingerprint().bits()),
        match.identical() ? Boolean.TRUE : null,
        document.metadata());
  }
}

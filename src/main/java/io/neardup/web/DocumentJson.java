package io.neardup.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonRawValue;
import io.neardup.service.DocumentCollection;
import io.neardup.store.Document;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A stored document. Its text is not kept.
@Schema(name = "Document")
@JsonInclude(JsonInclude.Include.NON_NULL)
record DocumentJson(
    @Schema(example = "cat-1") String id,
    @Schema(example = "default") String collection,
    String fingerprint,
    @Schema(example = "256") int bits,
    @Schema(example = "minhash-256-v1") String profile,
    @Schema(description = "Absent if you brought the fingerprint.") @Nullable Integer features,
    @Schema(implementation = Map.class) @JsonRawValue @Nullable String metadata,
    long version,
    Instant createdAt,
    Instant updatedAt) {

  static DocumentJson of(Document document, DocumentCollection collection) {
    return new DocumentJson(
        document.id(),
        collection.name(),
        document.fingerprint().toString(),
        document.fingerprint().bits(),
        collection.profile().name(),
        document.features(),
        document.metadata(),
        document.version(),
        document.createdAt(),
        document.updatedAt());
  }
}

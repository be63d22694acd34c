package io.neardup.web.document;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonRawValue;
import io.neardup.store.Document;
import io.neardup.store.Revision;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A stored document.
@Schema(name = "Document")
@JsonInclude(JsonInclude.Include.NON_NULL)
record DocumentJson(
    String id,
    String collection,
    String fingerprint,
    int bits,
    String profile,
    @Nullable Integer features,
    @Schema(implementation = Map.class) @JsonRawValue @Nullable String metadata,
    @Nullable String text,
    @Nullable Boolean enabled,
    @Nullable String disabledBy,
    @Nullable Boolean allowed,
    @Nullable Boolean verdictDropped,
    long version,
    Instant createdAt,
    Instant updatedAt,
    @Nullable Instant expiresAt) {

  static @Nullable Boolean dropped(Revision revision) {
    return revision.verdict().dropped() ? Boolean.TRUE : null;
  }

  /// @param text null if it is not stored or not requested
  static DocumentJson of(Document document, @Nullable String text, String collection) {
    return new DocumentJson(
        document.id(),
        collection,
        document.fingerprint().toString(),
        document.fingerprint().bits(),
        document.revision().profile(),
        document.features(),
        document.metadata(),
        text,
        document.revision().enabled() ? null : Boolean.FALSE,
        document.revision().disabledBy(),
        document.revision().allowed() ? Boolean.TRUE : null,
        dropped(document.revision()),
        document.version(),
        document.createdAt(),
        document.updatedAt(),
        document.revision().expiresAt());
  }
}

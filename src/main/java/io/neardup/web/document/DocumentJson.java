package io.neardup.web.document;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonRawValue;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.store.Document;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A stored document.
@Schema(name = "Document")
@JsonInclude(JsonInclude.Include.NON_NULL)
record DocumentJson(
    @Schema(example = "cat-1") String id,
    @Schema(example = "default") String collection,
    String fingerprint,
    @Schema(example = "256") int bits,
    @Schema(example = "simhash-256-v1") String profile,
    @Schema(description = "Absent if the document was stored by its fingerprint.")
        @Nullable Integer features,
    @Schema(implementation = Map.class) @JsonRawValue @Nullable String metadata,
    @Schema(description = "Present in answers about one document, if its collection stores texts.")
        @Nullable String text,
    @Schema(description = "false if lookups do not find it; absent if they do.")
        @Nullable Boolean enabled,
    @Schema(description = "true if its text is allowed; otherwise absent.")
        @Nullable Boolean allowed,
    long version,
    Instant createdAt,
    Instant updatedAt,
    @Schema(description = "Its time of expiry; absent if it does not expire.")
        @Nullable Instant expiresAt) {

  /// @param text null if it is not stored or not requested
  static DocumentJson of(Document document, @Nullable String text, DocumentCollection collection) {
    return new DocumentJson(
        document.id(),
        collection.name(),
        document.fingerprint().toString(),
        document.fingerprint().bits(),
        collection.profile().name(),
        document.features(),
        document.metadata(),
        text,
        document.revision().enabled() ? null : Boolean.FALSE,
        document.revision().allowed() ? Boolean.TRUE : null,
        document.version(),
        document.createdAt(),
        document.updatedAt(),
        document.revision().expiresAt());
  }
}

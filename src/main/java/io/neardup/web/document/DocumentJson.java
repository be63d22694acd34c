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
    @Schema(description = "Its id.", example = "cat-1") String id,
    @Schema(description = "The collection that has it.", example = "default") String collection,
    @Schema(description = "Its fingerprint, in hex.") String fingerprint,
    @Schema(description = "The width of the fingerprint.", example = "256") int bits,
    @Schema(description = "The profile that made the fingerprint.", example = "simhash-256-v1")
        String profile,
    @Schema(description = "Absent if the document was stored by its fingerprint.")
        @Nullable Integer features,
    @Schema(
            description = "The metadata that was stored with it; absent without.",
            implementation = Map.class)
        @JsonRawValue
        @Nullable String metadata,
    @Schema(
            description =
                "Present in answers about one document and with texts, if its collection stores texts.")
        @Nullable String text,
    @Schema(description = "false if lookups do not find it; absent if they do.")
        @Nullable Boolean enabled,
    @Schema(
            description =
                "The id of the job that disabled it; absent if it is enabled, a client disabled it,"
                    + " or it was replaced since.",
            example = "clean-up")
        @Nullable String disabledBy,
    @Schema(description = "true if its text is allowed; otherwise absent.")
        @Nullable Boolean allowed,
    @Schema(description = VERDICT_DROPPED) @Nullable Boolean verdictDropped,
    @Schema(description = "1 for a new id, then incremented each time it is stored or changed.")
        long version,
    @Schema(description = "When the id was stored first.") Instant createdAt,
    @Schema(description = "When it was stored or changed last.") Instant updatedAt,
    @Schema(description = "Its time of expiry; absent if it does not expire.")
        @Nullable Instant expiresAt) {

  static final String VERDICT_DROPPED =
      "true if the document was disabled or allowed, and then got a text that is not within the"
          + " distance of the collection from the judged one: that verdict was dropped. Absent"
          + " again after the next verdict.";

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

package io.neardup.web.json;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Changes to a stored document: a JSON merge patch (RFC 7396). Omitted fields stay.
public record DocumentPatch(
    @Schema(
            types = {"boolean", "null"},
            implementation = Boolean.class)
        @Nullable JsonNode enabled,
    @Schema(
            types = {"boolean", "null"},
            implementation = Boolean.class)
        @Nullable JsonNode allowed,
    @Schema(
            types = {"object", "null"},
            implementation = Map.class)
        @Nullable JsonNode metadata,
    @Schema(
            types = {"string", "null"},
            format = "date-time",
            implementation = String.class)
        @Nullable JsonNode expiresAt) {

  /// The media type of merge patches; JSON is accepted as well.
  public static final String MEDIA_TYPE = "application/merge-patch+json";
}

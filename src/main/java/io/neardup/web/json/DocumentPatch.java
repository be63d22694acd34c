package io.neardup.web.json;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Changes of a stored document: a JSON merge patch (RFC 7396). Omitted fields stay.
public record DocumentPatch(
    @Schema(
            description =
                "Whether lookups find it. Kept while its text is within the distance of the"
                    + " collection from the present one. null for true.",
            types = {"boolean", "null"},
            implementation = Boolean.class)
        @Nullable JsonNode enabled,
    @Schema(
            description =
                "Whether its text is allowed: then it and texts within the distance of the"
                    + " collection are not duplicates of anything. Kept as enabled is. null for"
                    + " false.",
            types = {"boolean", "null"},
            implementation = Boolean.class)
        @Nullable JsonNode allowed,
    @Schema(
            description =
                "Fields to set in its metadata; objects are merged, null removes a field, and null"
                    + " in place of the object all of them.",
            types = {"object", "null"},
            implementation = Map.class,
            example = "{\"lang\": \"en\", \"draft\": null}")
        @Nullable JsonNode metadata,
    @Schema(
            description = "Its time of expiry (RFC 3339, up to the year 9999), or null for none.",
            types = {"string", "null"},
            format = "date-time",
            implementation = String.class,
            example = "2099-12-31T23:59:59Z")
        @Nullable JsonNode expiresAt) {

  /// The media type of merge patches; JSON is accepted as well.
  public static final String MEDIA_TYPE = "application/merge-patch+json";
}

package io.neardup.web.json;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Changes of a stored document. Omitted fields stay.
public record DocumentPatch(
    @Schema(
            description =
                "Whether lookups find it. Kept when the id is stored again, until it is changed here.")
        @Nullable Boolean enabled,
    @Schema(
            description =
                "Whether its text is allowed: then it and texts within the distance of the collection are not"
                    + " duplicates of anything. Kept when the id is stored again, until it is changed here.")
        @Nullable Boolean allowed,
    @Schema(
            description = "A JSON object in place of its metadata.",
            implementation = Map.class,
            example = "{\"lang\": \"en\"}")
        @Nullable JsonNode metadata,
    @Schema(
            description = "Its time of expiry (RFC 3339, up to the year 9999), or null for none.",
            types = {"string", "null"},
            format = "date-time",
            implementation = String.class,
            example = "2099-12-31T23:59:59Z")
        @Nullable JsonNode expiresAt) {}

package io.neardup.web.json;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What is to be changed of a stored document. What is left out stays.
public record DocumentPatch(
    @Schema(
            description =
                "Whether lookups find it. Stays when the id is stored again, until it is changed here.")
        @Nullable Boolean enabled,
    @Schema(
            description =
                "Whether its text is allowed, in your judgement: texts within the distance of the"
                    + " collection are no duplicates of anything then, and neither is it. Stays when"
                    + " the id is stored again, until it is changed here.")
        @Nullable Boolean allowed,
    @Schema(
            description = "A JSON object in place of its metadata.",
            implementation = Map.class,
            example = "{\"lang\": \"en\"}")
        @Nullable JsonNode metadata,
    @Schema(
            description =
                "When it expires. A time as in RFC 3339, up to the year 9999, or null: then it stays for ever.",
            types = {"string", "null"},
            format = "date-time",
            implementation = String.class,
            example = "2099-12-31T23:59:59Z")
        @Nullable JsonNode expiresAt) {}

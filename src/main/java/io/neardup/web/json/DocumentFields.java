package io.neardup.web.json;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The fields of a document to store.
public interface DocumentFields extends SourceFields {

  @Schema(implementation = Map.class)
  @Nullable JsonNode metadata();

  @Schema(
      types = {"string", "null"},
      format = "date-time",
      implementation = String.class)
  @Nullable JsonNode expiresAt();

  @Schema(implementation = Long.class, minimum = "1", maximum = TimeFields.MAX_TTL)
  @Nullable JsonNode ttlSeconds();

  @Nullable StoredStateJson stored();
}

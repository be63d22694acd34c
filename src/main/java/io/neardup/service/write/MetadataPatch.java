package io.neardup.service.write;

import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.store.Document;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// A change of metadata: a JSON merge patch (RFC 7396). Its fields replace fields of the same name,
/// objects are merged, and null removes a field.
///
/// @param json the patch as JSON text: an object, or null to remove all metadata
public record MetadataPatch(String json) {

  /// The maximum length of the metadata of a document, as JSON.
  public static final int MAX_CHARS = Document.MAX_METADATA_CHARS;

  /// Keeps numbers as written.
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  /// The metadata after the change, as JSON text; null if there are none.
  ///
  /// @param present as JSON text, null if there are none
  /// @throws RequestException if they would be too long
  @Nullable String applyTo(@Nullable String present) {
    JsonNode patch = JSON.readTree(json);
    if (!(patch instanceof ObjectNode changes)) {
      return null;
    }
    JsonNode former = present == null ? null : JSON.readTree(present);
    return requireShort(merge(former, changes).toString());
  }

  private static ObjectNode merge(@Nullable JsonNode target, ObjectNode patch) {
    ObjectNode merged =
        target instanceof ObjectNode object ? object.deepCopy() : JSON.createObjectNode();
    patch.forEachEntry((name, value) -> {
      if (value.isNull()) {
        merged.remove(name);
      } else if (value instanceof ObjectNode nested) {
        merged.set(name, merge(merged.get(name), nested));
      } else {
        merged.set(name, value);
      }
    });
    return merged;
  }

  /// Refuses metadata longer than [#MAX_CHARS].
  ///
  /// @throws RequestException if they are
  public static String requireShort(String json) {
    if (json.length() > MAX_CHARS) {
      throw new RequestException(
              Fault.TOO_LARGE,
              "metadata",
              "must have at most "
                  + MAX_CHARS
                  + " characters as JSON, had "
                  + json.length()
                  + "; store large data elsewhere")
          .withRange(0, MAX_CHARS);
    }
    return json;
  }
}

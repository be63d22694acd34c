package io.neardup;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;

/// Reads JSON strictly: numbers keep their digits, and duplicate fields are rejected.
public final class Json {

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private static final ObjectReader ONE_OF_MANY =
      MAPPER.reader().without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private Json() {}

  /// Reads one value.
  public static JsonNode read(String json) {
    return MAPPER.readTree(json);
  }

  /// Reads values that follow each other, with white space or nothing between them.
  public static List<JsonNode> readAll(String json) {
    List<JsonNode> values = new ArrayList<>();
    try (JsonParser parser = MAPPER.createParser(json)) {
      while (parser.nextToken() != null) {
        values.add(ONE_OF_MANY.readTree(parser));
      }
    }
    return values;
  }

  /// A string as JSON, with its quotes.
  public static String quote(String text) {
    return MAPPER.writeValueAsString(text);
  }
}

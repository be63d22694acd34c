package io.neardup.web.json;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;

/// Reads the strings of a list, and nothing else as a string: Jackson 3.1 loses its place in the
/// JSON when a list of strings has a list in it.
public final class StringOnly extends ValueDeserializer<String> {

  @Override
  public @Nullable String deserialize(JsonParser parser, DeserializationContext context) {
    return parser.currentToken() == JsonToken.VALUE_STRING
        ? parser.getString()
        : (String) context.handleUnexpectedToken(String.class, parser);
  }
}

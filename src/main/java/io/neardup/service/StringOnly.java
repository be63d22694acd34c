package io.neardup.service;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;

/// Reads the strings of a list and refuses other values: Jackson 3.1 loses its position in the JSON
/// when a list of strings contains a list.
public final class StringOnly extends ValueDeserializer<String> {

  @Override
  public @Nullable String deserialize(JsonParser parser, DeserializationContext context) {
    return parser.currentToken() == JsonToken.VALUE_STRING
        ? parser.getString()
        : (String) context.handleUnexpectedToken(String.class, parser);
  }
}

package io.neardup.web.answer;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;

/// Reads a value from another instance's answer as raw text, to be written again unchanged.
public final class RawJson extends ValueDeserializer<String> {

  /// The reader attribute with the whole text.
  static final String SOURCE = "source";

  @Override
  public @Nullable String deserialize(JsonParser parser, DeserializationContext context) {
    String source = (String) context.getAttribute(SOURCE);
    int from = (int) parser.currentTokenLocation().getCharOffset();
    parser.skipChildren();
    return source.substring(from, (int) parser.currentLocation().getCharOffset());
  }
}

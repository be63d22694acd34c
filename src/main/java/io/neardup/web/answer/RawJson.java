package io.neardup.web.answer;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;

/// Reads a value as the text that it has in the answer of another instance, which is written again
/// as it was.
public final class RawJson extends ValueDeserializer<String> {

  /// The attribute of the reader that is the whole text.
  static final String SOURCE = "source";

  @Override
  public @Nullable String deserialize(JsonParser parser, DeserializationContext context) {
    String source = (String) context.getAttribute(SOURCE);
    int from = (int) parser.currentTokenLocation().getCharOffset();
    parser.skipChildren();
    return source.substring(from, (int) parser.currentLocation().getCharOffset());
  }
}

package io.neardup.cli.files;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.core.json.JsonFactory;

/// Reads id and text of JSON lines, without building trees.
///
/// The whole line is checked to be an object. Of fields with one name, the last counts.
final class JsonFields implements FieldReader {

  private static final int MAX_DEPTH = 500;
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH)
                  .maxStringLength(TextSource.MAX_RECORD_BYTES)
                  .build())
          .build();

  private final RecordColumns columns;

  JsonFields(RecordColumns columns) {
    this.columns = columns;
  }

  @Override
  public RecordFields read(byte[] bytes, int from, int to) throws RecordFault {
    @Nullable String[] found = new String[2];
    boolean[] present = new boolean[1];
    each(
        bytes,
        from,
        to,
        (name, token, parser) -> {
          if (name.equals(columns.text())) {
            present[0] = true;
            found[0] = token == JsonToken.VALUE_STRING ? parser.getString() : null;
          } else if (name.equals(columns.id())) {
            found[1] =
                token.isScalarValue() && token != JsonToken.VALUE_NULL ? parser.getString() : null;
          }
        });
    String text = found[0];
    if (text == null) {
      throw new RecordFault(
          0,
          present[0]
              ? "field '" + columns.text() + "' must be a string"
              : "has no field '" + columns.text() + "'");
    }
    return new RecordFields(found[1], text);
  }

  /// The names of the scalar fields of an object, with whether they are strings.
  static Map<String, Boolean> names(byte[] bytes, int from, int to) throws RecordFault {
    Map<String, Boolean> names = new LinkedHashMap<>();
    each(
        bytes,
        from,
        to,
        (name, token, _) -> {
          if (token.isScalarValue() && token != JsonToken.VALUE_NULL) {
            names.put(name, token == JsonToken.VALUE_STRING);
          }
        });
    return names;
  }

  @FunctionalInterface
  private interface FieldVisitor {
    void field(String name, JsonToken token, JsonParser parser);
  }

  private static void each(byte[] bytes, int from, int to, FieldVisitor visitor)
      throws RecordFault {
    try (JsonParser parser =
        FACTORY.createParser(ObjectReadContext.empty(), bytes, from, to - from)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new RecordFault(1, "is not a JSON object");
      }
      String name = parser.nextName();
      while (name != null) {
        JsonToken token = parser.nextToken();
        visitor.field(name, token, parser);
        parser.skipChildren();
        name = parser.nextName();
      }
      if (parser.nextToken() != null) {
        throw new RecordFault(column(parser.currentTokenLocation()), "has more than one object");
      }
    } catch (UnexpectedEndOfInputException e) {
      Utf8.decode(bytes, from, to);
      throw new RecordFault(
          column(e.getLocation()),
          "is not JSON: the line ends within an object; write each object on one line, as jq -c"
              + " does, or all of them as an array");
    } catch (JacksonException e) {
      Utf8.decode(bytes, from, to); // names the column of a byte that is not UTF-8
      throw new RecordFault(column(e.getLocation()), "is not JSON: " + e.getOriginalMessage());
    }
  }

  private static int column(@Nullable TokenStreamLocation place) {
    return place == null ? 0 : place.getColumnNr();
  }
}

package io.neardup.records;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.core.io.JsonStringEncoder;
import tools.jackson.core.json.JsonFactory;

/// Reads id and text of JSON lines, without building trees.
///
/// The whole line is checked to be an object. Fields that are repeated are refused, as it is not
/// clear which of them counts. Fields of objects within it are not read.
///
/// @param text the name of the field with the text
/// @param id the name of the field with the id; null if none is read
/// @param remedy for a line that is not UTF-8
public record JsonFields(String text, @Nullable String id, String remedy) implements FieldReader {

  private static final int MAX_DEPTH = 500;
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH)
                  .maxStringLength(MAX_RECORD_BYTES)
                  .build())
          .build();

  @Override
  public RecordFields read(byte[] bytes, int from, int to) throws RecordFault {
    @Nullable String[] found = new String[2];
    boolean[] nested = new boolean[2];
    each(
        bytes,
        from,
        to,
        (name, token, parser) -> {
          if (name.equals(text)) {
            if (token != JsonToken.VALUE_STRING) {
              throw new RecordFault(0, "field '" + text + "' must be a string");
            }
            found[0] = parser.getString();
          } else if (name.equals(id) && token != JsonToken.VALUE_NULL) {
            if (!token.isScalarValue()) {
              throw new RecordFault(0, "field '" + id + "' must be a string or a number");
            }
            found[1] = parser.getString();
          } else if (token == JsonToken.START_OBJECT) {
            nested[0] |= text.startsWith(name + ".");
            nested[1] |= id != null && id.startsWith(name + ".");
          }
        });
    String value = found[0];
    if (value == null) {
      throw missing(text, nested[0]);
    }
    if (found[1] == null && id != null && nested[1]) {
      throw missing(id, true);
    }
    return new RecordFields(found[1], value);
  }

  private static RecordFault missing(String field, boolean nested) {
    return new RecordFault(
        0,
        "has no field '"
            + field
            + "'"
            + (nested ? "; fields of nested objects are not supported" : ""));
  }

  @Override
  public int[] textRange(byte[] bytes, int from, int to) throws RecordFault {
    int[] range = new int[2];
    each(
        bytes,
        from,
        to,
        (name, token, parser) -> {
          if (name.equals(text)) {
            range[0] = from + (int) parser.currentTokenLocation().getByteOffset();
          }
        });
    int end = range[0] + 1;
    while (bytes[end] != '"') {
      end += bytes[end] == '\\' ? 2 : 1;
    }
    range[1] = end + 1;
    return range;
  }

  @Override
  public String encode(String replacement, String before) {
    return '"' + new String(JsonStringEncoder.getInstance().quoteAsCharArray(replacement)) + '"';
  }

  /// The names of the scalar fields of an object, with whether they are strings.
  public Map<String, Boolean> names(byte[] bytes, int from, int to) throws RecordFault {
    Map<String, Boolean> names = new LinkedHashMap<>();
    each(
        bytes,
        from,
        to,
        (name, token, parser) -> {
          if (token.isScalarValue() && token != JsonToken.VALUE_NULL) {
            names.put(name, token == JsonToken.VALUE_STRING);
          }
        });
    return names;
  }

  @FunctionalInterface
  private interface FieldVisitor {
    void field(String name, JsonToken token, JsonParser parser) throws RecordFault;
  }

  private void each(byte[] bytes, int from, int to, FieldVisitor visitor) throws RecordFault {
    Utf8.requireStrict(bytes, from, to, remedy);
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
      Utf8.decode(bytes, from, to, remedy);
      throw new RecordFault(
          column(e.getLocation()),
          "is not JSON: the line ends within an object; write each object on one line, as jq -c"
              + " does, or all of them as an array");
    } catch (JacksonException e) {
      Utf8.decode(bytes, from, to, remedy); // names the column of a byte that is not UTF-8
      throw new RecordFault(column(e.getLocation()), "is not JSON: " + JsonFaults.clause(e));
    }
  }

  private static int column(@Nullable TokenStreamLocation place) {
    return place == null ? 0 : place.getColumnNr();
  }
}

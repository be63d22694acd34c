package io.neardup.spark.input;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.io.Text;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.jspecify.annotations.Nullable;

/// Reads the text and the id of lines of JSON, by the Jackson of Spark.
///
/// @param named the fields
public record JsonLineFields(InputColumns named) implements JsonLines.LineRow {

  private static final JsonFactory JSON =
      new JsonFactoryBuilder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxStringLength(LineInputFormat.MAX_LINE_BYTES)
                  .build())
          .build();

  @Override
  public Row row(long number, String file, Text line) {
    String id = named.id() == null ? RecordInput.name(file, RecordInput.place(number)) : null;
    if (line.getLength() > LineInputFormat.MAX_LINE_BYTES) {
      return fault(
          number, id, "the line has more than " + LineInputFormat.MAX_LINE_BYTES + " bytes");
    }
    try {
      return read(number, id, strict(line));
    } catch (CharacterCodingException e) {
      return fault(number, id, "the line is not UTF-8");
    } catch (JsonParseException e) {
      return fault(number, id, "the line is not JSON: " + e.getOriginalMessage());
    } catch (StreamConstraintsException e) {
      return fault(number, id, e.getOriginalMessage());
    } catch (IOException e) {
      return fault(number, id, "the line is not JSON: " + e.getMessage());
    }
  }

  private Row read(long number, @Nullable String generatedId, String line) throws IOException {
    String text = null;
    String id = generatedId;
    boolean hasText = false;
    boolean hasId = false;
    try (JsonParser json = JSON.createParser(line)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        return fault(number, id, "the line is not a JSON object");
      }
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        JsonToken value = json.nextToken();
        boolean isText = name.equals(named.text());
        boolean isId = name.equals(named.id());
        if (isText && hasText || isId && hasId) {
          return fault(number, id, "the field '" + name + "' is repeated");
        }
        if (isText) {
          hasText = true;
          if (value != JsonToken.VALUE_STRING) {
            return fault(
                number, id, "the field '" + name + "' is not a string but " + named(value));
          }
          text = json.getText();
        }
        if (isId) {
          hasId = true;
          if (value != JsonToken.VALUE_STRING && !value.isNumeric()) {
            return fault(
                number,
                id,
                "the field '" + name + "' is not a string or number but " + named(value));
          }
          id = json.getText();
        }
        json.skipChildren();
      }
      if (json.nextToken() != null) {
        return fault(number, id, "more follows the JSON object on the line");
      }
    }
    if (!hasText) {
      return fault(number, id, "there is no field '" + named.text() + "'");
    }
    if (id == null) {
      return fault(number, null, "there is no field '" + named.id() + "'");
    }
    int chars = text == null ? 0 : text.codePointCount(0, text.length());
    if (chars > named.maxChars()) {
      return fault(
          number,
          id,
          "the text has " + chars + " characters, more than --max-text-chars " + named.maxChars());
    }
    return RowFactory.create(number, id, text, null);
  }

  private static String named(JsonToken value) {
    return switch (value) {
      case VALUE_NULL -> "null";
      case VALUE_TRUE, VALUE_FALSE -> "a boolean";
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "a number";
      case VALUE_STRING -> "a string";
      case START_ARRAY -> "an array";
      default -> "an object";
    };
  }

  private static Row fault(long number, @Nullable String id, String fault) {
    return RowFactory.create(number, id, null, fault);
  }

  private static String strict(Text line) throws CharacterCodingException {
    return StandardCharsets.UTF_8
        .newDecoder()
        .decode(ByteBuffer.wrap(line.getBytes(), 0, line.getLength()))
        .toString();
  }

  /// The characters of a line; bytes that are not UTF-8 are replaced.
  public static String decoded(Text line) {
    return new String(line.getBytes(), 0, line.getLength(), StandardCharsets.UTF_8);
  }
}

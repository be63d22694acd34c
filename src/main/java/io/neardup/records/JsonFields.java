package io.neardup.records;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
/// clear which of them counts. `doc.body` is a field of that name, or the field `body` of the
/// object `doc`, or of each object of the array `doc`. A text is a string or an array of strings.
///
/// @param texts the names of the fields with the text
/// @param joint between the texts of several fields, and of the elements of an array
/// @param id the name of the field with the id; null if none is read
/// @param absent names that no field may have
/// @param remedy for a line that is not UTF-8
public record JsonFields(
    List<String> texts, String joint, @Nullable String id, Set<String> absent, String remedy)
    implements FieldReader {

  private static final int MAX_DEPTH = 500;

  /// The maximum number of names that are collected.
  public static final int MAX_NAMES = 1_000;

  /// Refuses what is repeated, too deep or too long.
  public static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH)
                  .maxStringLength(MAX_RECORD_BYTES)
                  .build())
          .build();

  /// A single field with the text.
  ///
  /// @param id null if none is read
  public JsonFields(String text, @Nullable String id, String remedy) {
    this(List.of(text), "\n", id, Set.of(), remedy);
  }

  /// A field that is read: its path, and the strings that were found there.
  private static final class Field {
    final String path;
    final boolean isId;
    final List<String> values = new ArrayList<>(1);
    boolean found;
    boolean array;
    int at; // the first byte of its last string

    Field(String path, boolean isId) {
      this.path = path;
      this.isId = isId;
    }

    /// Takes the value at which a parser is.
    ///
    /// @param listed whether it is inside an array, of which each element may have one
    void take(JsonParser parser, boolean listed) throws RecordFault {
      if (found && (isId || !listed)) {
        throw new RecordFault(0, "field '" + path + "' is there twice; give it once");
      }
      found = true;
      array |= listed;
      if (isId || parser.currentToken() != JsonToken.START_ARRAY) {
        takeScalar(parser);
        return;
      }
      array = true;
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        takeScalar(parser);
      }
    }

    private void takeScalar(JsonParser parser) throws RecordFault {
      JsonToken token = parser.currentToken();
      if (token == JsonToken.VALUE_NULL) {
        return;
      }
      if (isId ? !token.isScalarValue() : token != JsonToken.VALUE_STRING) {
        throw new RecordFault(
            0, "field '" + path + "' must be a string or " + (isId ? "a number" : "strings"));
      }
      at = isId || array ? 0 : (int) parser.currentTokenLocation().getByteOffset();
      values.add(parser.getString());
    }
  }

  @Override
  public RecordFields read(byte[] bytes, int from, int to) throws RecordFault {
    List<Field> fields = find(bytes, from, to);
    String ofId = id == null ? null : single(fields.removeLast());
    if (fields.size() == 1 && fields.getFirst().values.size() == 1) {
      return new RecordFields(ofId, fields.getFirst().values.getFirst());
    }
    List<String> values =
        fields.stream()
            .flatMap(field -> field.values.stream())
            .filter(value -> !value.isEmpty())
            .toList();
    if (values.isEmpty() && fields.stream().allMatch(field -> field.values.isEmpty())) {
      throw fields.stream().anyMatch(field -> field.found)
          ? RecordFault.ofNulls("field", texts, ofId)
          : RecordFault.ofNull("has no field '" + String.join("' or '", texts) + "'", ofId);
    }
    return new RecordFields(ofId, String.join(joint, values));
  }

  private static @Nullable String single(Field field) {
    return field.values.isEmpty() ? null : field.values.getFirst();
  }

  /// The fields of the text, and the field of the id.
  private List<Field> find(byte[] bytes, int from, int to) throws RecordFault {
    List<Field> fields = new ArrayList<>();
    texts.forEach(text -> fields.add(new Field(text, false)));
    if (id != null) {
      fields.add(new Field(id, true));
    }
    parse(bytes, from, to, parser -> object(parser, fields, 0, false));
    return fields;
  }

  /// Reads an object.
  ///
  /// @param fields whose paths lead into it
  /// @param offset of the rest of each path
  private void object(JsonParser parser, List<Field> fields, int offset, boolean listed)
      throws RecordFault {
    for (String name = parser.nextName(); name != null; name = parser.nextName()) {
      if (offset == 0 && absent.contains(name)) {
        throw RecordFault.ofTaken(name);
      }
      boolean scalar = parser.nextToken().isScalarValue();
      int end = offset + name.length();
      List<Field> inside = List.of();
      for (Field field : fields) {
        if (field.path.startsWith(name, offset)) {
          if (field.path.length() == end) {
            field.take(parser, listed);
          } else if (!scalar && field.path.charAt(end) == '.') {
            inside = inside.isEmpty() ? new ArrayList<>() : inside;
            inside.add(field);
          }
        }
      }
      if (inside.isEmpty()) {
        parser.skipChildren();
      } else {
        nested(parser, inside, end + 1, listed);
      }
    }
  }

  private void nested(JsonParser parser, List<Field> fields, int offset, boolean listed)
      throws RecordFault {
    if (parser.currentToken() == JsonToken.START_OBJECT) {
      object(parser, fields, offset, listed);
    } else if (parser.currentToken() == JsonToken.START_ARRAY) {
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        nested(parser, fields, offset, true);
      }
    }
  }

  @Override
  public int[] textRange(byte[] bytes, int from, int to) throws RecordFault {
    Field text = find(bytes, from, to).getFirst();
    if (text.array) {
      throw new RecordFault(0, "has an array of texts");
    }
    int start = from + text.at;
    int end = start + 1;
    while (bytes[end] != '"') {
      end += bytes[end] == '\\' ? 2 : 1;
    }
    return new int[] {start, end + 1};
  }

  @Override
  public String encode(String replacement, String before) {
    return '"'
        + Surrogates.escaped(
            new String(JsonStringEncoder.getInstance().quoteAsCharArray(replacement)))
        + '"';
  }

  /// The names of the scalar fields of an object, with whether they are strings.
  ///
  /// @param paths receives all names, also of values without text and inside objects
  public Map<String, Boolean> names(byte[] bytes, int from, int to, Set<String> paths)
      throws RecordFault {
    Map<String, Boolean> names = new LinkedHashMap<>();
    parse(bytes, from, to, parser -> names(parser, "", names, paths));
    return names;
  }

  private static void names(
      JsonParser parser, String prefix, Map<String, Boolean> names, Set<String> paths) {
    for (String name = parser.nextName(); name != null; name = parser.nextName()) {
      JsonToken token = parser.nextToken();
      if (paths.size() < MAX_NAMES) {
        paths.add(prefix + name);
      }
      if (prefix.isEmpty() && token.isScalarValue() && token != JsonToken.VALUE_NULL) {
        names.put(name, token == JsonToken.VALUE_STRING);
      }
      inner(parser, prefix + name + ".", names, paths);
    }
  }

  private static void inner(
      JsonParser parser, String prefix, Map<String, Boolean> names, Set<String> paths) {
    if (paths.size() >= MAX_NAMES) {
      parser.skipChildren();
    } else if (parser.currentToken() == JsonToken.START_OBJECT) {
      names(parser, prefix, names, paths);
    } else if (parser.currentToken() == JsonToken.START_ARRAY) {
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        inner(parser, prefix, names, paths);
      }
    }
  }

  @FunctionalInterface
  private interface ObjectReader {
    /// Reads an object up to its end.
    void read(JsonParser parser) throws RecordFault;
  }

  private void parse(byte[] bytes, int from, int to, ObjectReader reader) throws RecordFault {
    Utf8.requireStrict(bytes, from, to, remedy);
    try (JsonParser parser =
        FACTORY.createParser(ObjectReadContext.empty(), bytes, from, to - from)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new RecordFault(1, "is not a JSON object");
      }
      reader.read(parser);
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

package io.neardup.web.ndjson;

import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Parses CSV records (RFC 4180) in UTF-8; the first line of the file names the columns.
///
/// All fields are strings, except those of columns which are numbers or booleans of a request. An
/// empty field counts as missing, except the text, which may be empty.
public final class CsvRecords<T> implements RequestRecords<T> {

  private static final Pattern NUMBER = Pattern.compile("-?\\d{1,18}");
  private static final char BYTE_ORDER_MARK = '\uFEFF';
  private static final int MAX_HEADER_BYTES = 64 << 10;

  private final ObjectReader requests;
  private final FieldMapping mapping;
  private final List<String> columns;

  /// @param type the class of the requests
  /// @param header the bytes of the first line
  /// @throws RequestException if the columns do not make requests
  CsvRecords(
      JsonMapper mapper, Class<T> type, FileFields fields, byte[] header, int start, int length) {
    this.requests = mapper.readerFor(type);
    this.mapping = new FieldMapping(type, fields, false);
    this.columns = columns(header, start, length);
    mapping.requireUsable(columns);
  }

  private static List<String> columns(byte[] header, int start, int length) {
    if (length > MAX_HEADER_BYTES) {
      throw new RequestException(
          Fault.TOO_LARGE,
          "header",
          "must have at most " + MAX_HEADER_BYTES + " bytes; the first line must name the columns");
    }
    String line = decode(header, start, length);
    boolean marked = !line.isEmpty() && line.charAt(0) == BYTE_ORDER_MARK;
    List<String> columns = fields(marked ? line.substring(1) : line);
    Set<String> names = new HashSet<>();
    for (String column : columns) {
      if (!names.add(column)) {
        throw RequestException.invalid(column, "is the name of two columns; rename one of them");
      }
    }
    return columns;
  }

  @Override
  public @Nullable T read(byte[] bytes, int start, int length) {
    return requests.readValue(mapping.request(record(bytes, start, length)));
  }

  @Override
  public ObjectNode record(byte[] bytes, int start, int length) {
    List<String> fields = fields(decode(bytes, start, length));
    if (fields.size() != columns.size()) {
      throw RequestException.invalid(
          "record",
          "must have " + columns.size() + " fields, as the header has; had " + fields.size());
    }
    ObjectNode record = JsonNodeFactory.instance.objectNode();
    for (int i = 0; i < fields.size(); i++) {
      String column = columns.get(i);
      String target = mapping.target(column);
      String field = fields.get(i);
      if (!field.isEmpty() || "text".equals(target)) {
        record.set(column, value(target, field));
      }
    }
    return record;
  }

  private JsonNode value(@Nullable String target, String field) {
    JsonNodeFactory json = JsonNodeFactory.instance;
    Class<?> type = target == null ? String.class : mapping.type(target);
    if (type == Boolean.class && (field.equals("true") || field.equals("false"))) {
      return json.booleanNode(field.equals("true"));
    }
    return type != String.class && NUMBER.matcher(field).matches()
        ? json.numberNode(Long.parseLong(field))
        : json.stringNode(field);
  }

  private static List<String> fields(String line) {
    try (CSVParser parser = CSVParser.parse(line, CSVFormat.RFC4180)) {
      return parser.getRecords().getFirst().toList();
    } catch (IOException | UncheckedIOException e) {
      throw RequestException.invalid(
          "record",
          "is not as in RFC 4180: a field that begins with a quote must end with one, before a comma"
              + " or the end of the line, and have two for each quote inside");
    }
  }

  private static String decode(byte[] bytes, int start, int length) {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes, start, length))
          .toString();
    } catch (CharacterCodingException e) {
      throw RequestException.invalid("record", "is not UTF-8; convert the file");
    }
  }

  @Override
  public @Nullable String source(String name) {
    return mapping.source(name);
  }
}

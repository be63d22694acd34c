package io.neardup.web.ndjson;

import io.neardup.records.DelimitedFields;
import io.neardup.records.RecordFault;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Reads CSV records (RFC 4180) in UTF-8; the first line of the file names the columns.
///
/// All fields are strings, except those of columns which are numbers or booleans of a request. An
/// empty field counts as missing, except the text, which may be empty.
final class CsvRecords {

  private static final Pattern NUMBER = Pattern.compile("-?\\d{1,18}");
  private static final int MAX_HEADER_BYTES = 64 << 10;

  private final FieldMapping mapping;
  private final DelimitedFields csv;
  private final List<String> columns;

  /// @param delimiter between the fields
  /// @param header the bytes of the first line
  /// @throws RequestException if the columns do not make requests
  CsvRecords(FieldMapping mapping, char delimiter, byte[] header, int start, int length) {
    this.csv = new DelimitedFields(delimiter, true, "convert the file");
    this.mapping = mapping;
    this.columns = columns(csv, header, start, length);
    mapping.requireUsable(columns);
  }

  private static List<String> columns(DelimitedFields csv, byte[] header, int start, int length) {
    if (length > MAX_HEADER_BYTES) {
      throw new RequestException(
          Fault.TOO_LARGE,
          "header",
          "must have at most " + MAX_HEADER_BYTES + " bytes; the first line must name the columns");
    }
    try {
      return csv.header(header, start, start + length);
    } catch (RecordFault e) {
      throw RequestException.invalid("header", String.valueOf(e.getMessage()));
    }
  }

  /// The fields that are not empty.
  ///
  /// @throws RequestException if it has other fields than the columns
  ObjectNode record(byte[] bytes, int start, int length) {
    List<String> fields = fields(bytes, start, length);
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

  private List<String> fields(byte[] bytes, int start, int length) {
    try {
      return csv.read(bytes, start, start + length, columns.size());
    } catch (RecordFault e) {
      throw RequestException.invalid("record", String.valueOf(e.getMessage()));
    }
  }
}

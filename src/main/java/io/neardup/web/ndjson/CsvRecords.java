package io.neardup.web.ndjson;

import io.neardup.records.CsvRecordEnds;
import io.neardup.records.DelimitedFields;
import io.neardup.records.RecordCutter;
import io.neardup.records.RecordFault;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Reads CSV records (RFC 4180) in UTF-8; the first line of the file names the columns.
///
/// Fields are strings, unless their column is a number or boolean in requests. An empty field
/// counts as missing, except the text, which may be empty.
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

  /// Reads the header of a file. A line `sep=;` before it, as written by Excel, sets a delimiter
  /// other than comma.
  ///
  /// @param maxBytes of a record
  /// @throws RequestException if a parameter of the content type or the header is invalid
  static CsvRecords read(
      String contentType, LineReader lines, CsvRecordEnds ends, FieldMapping mapping, int maxBytes)
      throws IOException {
    requireReadable(contentType);
    char delimiter = ',';
    RecordCutter.Result first = lines.next();
    if (first == RecordCutter.Result.RECORD) {
      Character named =
          DelimitedFields.named(lines.bytes(), lines.start(), lines.start() + lines.length());
      if (named != null) {
        delimiter = named;
        ends.separateBy(delimiter);
        first = lines.next();
      }
    }
    return switch (first) {
      case RECORD ->
          new CsvRecords(mapping, delimiter, lines.bytes(), lines.start(), lines.length());
      case BROKEN, NO_MEMORY -> throw lines.refusal();
      case TOO_LONG ->
          throw new RequestException(
              Fault.TOO_LARGE,
              "header",
              "must have at most " + maxBytes + " bytes; is a quote left open?");
      case STOPPED ->
          throw new RequestException(
              Fault.UNAVAILABLE, "body", "is not read because the service stops; send it again");
      case END ->
          throw RequestException.invalid(
              "header", "is missing; the first line must name the columns");
    };
  }

  /// Rejects parameters of `text/csv` (RFC 4180, RFC 7111) that are not supported.
  private static void requireReadable(String contentType) {
    try {
      MediaType type = MediaType.parseMediaType(contentType);
      if (type.getCharset() != null && !type.getCharset().equals(StandardCharsets.UTF_8)) {
        throw RequestException.invalid(
            HttpHeaders.CONTENT_TYPE,
            "must have charset=utf-8 or none, was '" + contentType + "'; convert the file");
      }
      if ("absent".equals(type.getParameter("header"))) {
        throw RequestException.invalid(
            HttpHeaders.CONTENT_TYPE,
            "must not have header=absent, because the first line must name the columns");
      }
    } catch (IllegalArgumentException e) {
      throw RequestException.invalid(
          HttpHeaders.CONTENT_TYPE, "must be text/csv, was '" + contentType + "'");
    }
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

  /// The non-empty fields.
  ///
  /// @throws RequestException if its fields do not fit the columns
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

package io.neardup.web.ndjson;

import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.web.problem.Problems;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Parses the records of a stream as requests: JSON objects or CSV records, in one step if they
/// have the fields of requests. Thread-safe.
///
/// @param <T> the class of the requests
final class RequestRecords<T> {

  private final ObjectReader json;
  private final ObjectReader requests;
  private final FieldMapping mapping;
  private final @Nullable CsvRecords csv;

  /// @param type the record class that requests are read as
  /// @param csv reads CSV records; null for JSON
  RequestRecords(JsonMapper mapper, Class<T> type, FieldMapping mapping, @Nullable CsvRecords csv) {
    this.json = mapper.readerFor(JsonNode.class);
    this.requests = mapper.readerFor(type);
    this.mapping = mapping;
    this.csv = csv;
  }

  /// The request made from a record; null if the record is null.
  ///
  /// @throws JacksonException if the record is malformed, or not such a request
  /// @throws RequestException if its fields do not make a request
  @Nullable T read(byte[] bytes, int start, int length) {
    if ((csv != null || !mapping.isNone())
        && record(bytes, start, length) instanceof ObjectNode record) {
      return requests.readValue(mapping.request(record));
    }
    try {
      return requests.readValue(bytes, start, length);
    } catch (UnrecognizedPropertyException e) {
      if (e.getPath().size() > 1) {
        throw e; // thrown by an object in the record
      }
      throw mapping.refusal(e.getPropertyName());
    }
  }

  /// The record as sent, for the id and ref that its sender gave it.
  ///
  /// @throws JacksonException if it is malformed
  /// @throws RequestException if its fields do not fit the columns of its file
  JsonNode record(byte[] bytes, int start, int length) {
    if (csv != null) {
      return csv.record(bytes, start, length);
    }
    try {
      return json.readValue(bytes, start, length);
    } catch (NumberFormatException e) { // thrown by Jackson
      throw new RequestException(Fault.MALFORMED_JSON, "body", Problems.HUGE_NUMBER);
    }
  }

  /// The record field that becomes the `id` or `ref` of a request; null if none.
  @Nullable String source(String name) {
    return mapping.source(name);
  }
}

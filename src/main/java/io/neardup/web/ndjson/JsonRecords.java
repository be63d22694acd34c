package io.neardup.web.ndjson;

import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.web.json.CallParameters;
import io.neardup.web.problem.Problems;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Reads records that are JSON objects, in one step if their fields are those of requests.
final class JsonRecords<T> implements RequestRecords<T> {

  private final ObjectReader records;
  private final ObjectReader requests;
  private final FieldMapping mapping;
  private final boolean plain;

  /// @param type the record class that requests are read as
  JsonRecords(JsonMapper mapper, Class<T> type, FileFields fields, CallParameters call) {
    this.records = mapper.readerFor(JsonNode.class);
    this.requests = mapper.readerFor(type);
    this.mapping = new FieldMapping(type, fields, call, true);
    this.plain = fields.arePlain();
  }

  @Override
  public @Nullable T read(byte[] bytes, int start, int length) {
    if (!plain && record(bytes, start, length) instanceof ObjectNode record) {
      return requests.readValue(mapping.request(record));
    }
    try {
      return requests.readValue(bytes, start, length);
    } catch (UnrecognizedPropertyException e) {
      if (e.getPath().size() > 1) {
        throw e; // of an object in the record
      }
      throw mapping.refusal(e.getPropertyName());
    }
  }

  @Override
  public JsonNode record(byte[] bytes, int start, int length) {
    try {
      return records.readValue(bytes, start, length);
    } catch (NumberFormatException e) { // of Jackson
      throw new RequestException(Fault.MALFORMED_JSON, "body", Problems.HUGE_NUMBER);
    }
  }

  @Override
  public @Nullable String source(String name) {
    return mapping.source(name);
  }
}

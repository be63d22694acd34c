package io.neardup.web.ndjson;

import io.neardup.service.RequestException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// Parses the records of a stream as requests. Thread-safe.
///
/// @param <T> the class of the requests
public interface RequestRecords<T> {

  /// The request of a record; null if the record is null.
  ///
  /// @throws JacksonException if the record is malformed, or not such a request
  /// @throws RequestException if its fields do not make a request
  @Nullable T read(byte[] bytes, int start, int length);

  /// The record as sent, for the id and ref that its sender gave it.
  ///
  /// @throws JacksonException if it is malformed
  /// @throws RequestException if it has other fields than the columns of its file
  JsonNode record(byte[] bytes, int start, int length);

  /// The field of a record that becomes the `id` or `ref` of a request; null if none does.
  @Nullable String source(String name);
}

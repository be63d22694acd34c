package io.neardup.web.ndjson;

import io.neardup.service.RequestException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// Reads the records of a stream as requests. Many threads may do so at once.
///
/// @param <T> what a record is read as
public interface RequestRecords<T> {

  /// The request that a record makes; null if the record is null.
  ///
  /// @throws JacksonException if the record is not well-formed, or no such request
  /// @throws RequestException if no request can be made of its fields
  @Nullable T read(byte[] bytes, int start, int length);

  /// The record as it came, for the names by which its sender knows it.
  ///
  /// @throws JacksonException if it is not well-formed
  /// @throws RequestException if it has other fields than the columns of its file
  JsonNode record(byte[] bytes, int start, int length);

  /// The field of a record that becomes the `id` or `ref` of a request; null if none does.
  @Nullable String source(String name);
}

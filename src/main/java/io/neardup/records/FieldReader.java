package io.neardup.records;

/// Parses the fields of a record of a text format. Thread-safe.
@FunctionalInterface
public interface FieldReader {

  /// The maximum length of a record that is read, in bytes.
  int MAX_RECORD_BYTES = 64 << 20;

  /// Parses a record.
  ///
  /// @param from the first byte of the record
  /// @param to the end of the record, without its line feed
  /// @throws RecordFault if it cannot be read
  RecordFields read(byte[] bytes, int from, int to) throws RecordFault;
}

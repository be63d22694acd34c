package io.neardup.cli.files;

/// Parses the fields of a record of a text format. Thread-safe.
@FunctionalInterface
interface FieldReader {

  /// Parses a record.
  ///
  /// @param from the first byte of the record
  /// @param to the end of the record, without its line feed
  /// @throws RecordFault if it cannot be read
  RecordFields read(byte[] bytes, int from, int to) throws RecordFault;
}

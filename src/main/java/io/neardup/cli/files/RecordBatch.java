package io.neardup.cli.files;

import io.neardup.records.RecordFault;
import io.neardup.records.RecordFields;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Some records of a file, in order. Immutable; its records are parsed by several threads.
public interface RecordBatch {

  /// The number of records.
  int size();

  /// Parses a record.
  ///
  /// @param index below `size()`
  /// @throws RecordFault if it cannot be read
  RecordFields read(int index) throws RecordFault;

  /// The id of a record, null without one.
  ///
  /// @param index below `size()`
  /// @throws RecordFault if it cannot be read
  default @Nullable String id(int index) throws RecordFault {
    return read(index).id();
  }

  /// All columns of a record, as JSON. Numbers have all their digits.
  ///
  /// @param index below `size()`
  /// @throws RecordFault if it cannot be read
  ObjectNode row(int index) throws RecordFault;

  /// The number of its line in the file, or of its row, from 1.
  long line(int index);
}

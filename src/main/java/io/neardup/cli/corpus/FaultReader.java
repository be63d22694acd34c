package io.neardup.cli.corpus;

import io.neardup.records.RecordFault;

/// Receives records that cannot be read.
@FunctionalInterface
public interface FaultReader {
  /// Receives a record.
  ///
  /// @param file the name of its file
  /// @param line of the record, from 1
  void fault(String file, long line, RecordFault fault);
}

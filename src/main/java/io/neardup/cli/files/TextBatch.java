package io.neardup.cli.files;

import io.neardup.records.FieldReader;
import io.neardup.records.RecordFault;
import io.neardup.records.RecordFields;
import tools.jackson.databind.node.ObjectNode;

/// Some records of a text format.
///
/// @param starts the first byte of each
/// @param ends the ends of the records without their line ends; below 0 for a record that was too
///   long to be kept
/// @param lines the number of the first line of each
/// @param rows reads all columns
/// @param asRead is added to faults
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
record TextBatch(
    byte[] bytes,
    int[] starts,
    int[] ends,
    long[] lines,
    int size,
    FieldReader reader,
    RowReader rows,
    String asRead)
    implements RecordBatch {

  /// Reads all columns of a record.
  @FunctionalInterface
  interface RowReader {
    ObjectNode read(byte[] bytes, int from, int to) throws RecordFault;
  }

  @Override
  public ObjectNode row(int index) throws RecordFault {
    return rows.read(bytes, starts[index], ends[index]);
  }

  @Override
  public long line(int index) {
    return lines[index];
  }

  @Override
  public RecordFields read(int index) throws RecordFault {
    if (ends[index] < 0) {
      throw new RecordFault(
          0,
          "is longer than "
              + (FieldReader.MAX_RECORD_BYTES >> 20)
              + " MB; is a line feed missing, or a quote left open?");
    }
    try {
      return reader.read(bytes, starts[index], ends[index]);
    } catch (RecordFault fault) {
      throw fault.with(asRead);
    }
  }

  /// A copy with another reader.
  TextBatch with(FieldReader other) {
    return new TextBatch(bytes, starts, ends, lines, size, other, rows, asRead);
  }

  /// A record with another text, without its line end.
  byte[] replaced(int index, String text) {
    try {
      return reader.replaceText(bytes, starts[index], ends[index], text);
    } catch (RecordFault fault) {
      throw new FileFailure(
          "line "
              + lines[index]
              + " "
              + fault.getMessage()
              + "; passages can be removed from a single string only",
          fault);
    }
  }

  int start(int index) {
    return starts[index];
  }

  int end(int index) {
    return ends[index];
  }
}

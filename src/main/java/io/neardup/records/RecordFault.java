package io.neardup.records;

/// A record that cannot be read. The next records are not affected.
public final class RecordFault extends Exception {

  private final int column;

  /// A fault at a place in a record.
  ///
  /// @param column of the fault in its line, from 1; 0 if it is not known
  /// @param message the cause, without the place
  public RecordFault(int column, String message) {
    super(message, null, false, false);
    this.column = column;
  }

  /// The fault with more words.
  public RecordFault with(String more) {
    return new RecordFault(column, getMessage() + more);
  }

  /// The fault with its place, such as `a.jsonl:12:7: is not JSON`.
  ///
  /// @param file the name of the file
  /// @param line from 1
  public String at(String file, long line) {
    return file + ":" + line + (column > 0 ? ":" + column : "") + ": " + getMessage();
  }
}

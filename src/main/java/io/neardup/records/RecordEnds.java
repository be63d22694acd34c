package io.neardup.records;

/// Finds the ends of the records of a stream. One for each stream, because it may keep a position
/// within a record.
public interface RecordEnds {

  /// Records that end with a line feed, as in NDJSON.
  RecordEnds LINES =
      (bytes, from, to, begins) -> {
        for (int i = from; i < to; i++) {
          if (bytes[i] == '\n') {
            return i;
          }
        }
        return -1;
      };

  /// The index of the line feed that ends a record.
  ///
  /// @param begins whether a record begins at `from`; otherwise these bytes follow those of the
  ///   call before
  /// @return -1 if it does not end among these bytes
  int find(byte[] bytes, int from, int to, boolean begins);

  /// The number of line feeds inside the last record found.
  default int innerLines() {
    return 0;
  }
}

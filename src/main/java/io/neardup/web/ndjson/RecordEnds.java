package io.neardup.web.ndjson;

/// Finds where the records of a stream end. One for each stream, as it may keep its place in a
/// record.
interface RecordEnds {

  /// Records that end with a line feed, as NDJSON has them.
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

  /// How many line feeds stand inside the record that was searched last.
  default int innerLines() {
    return 0;
  }
}

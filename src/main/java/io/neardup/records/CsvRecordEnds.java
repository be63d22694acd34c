package io.neardup.records;

/// Finds the ends of CSV records (RFC 4180), whose quoted fields may contain line feeds. Requires
/// UTF-8, in which no byte of another character is a quote, a delimiter or a line feed.
public final class CsvRecordEnds implements RecordEnds {

  private final byte delimiter;
  private Place place = Place.FIELD_START;
  private int innerLines;

  private enum Place {
    FIELD_START,
    UNQUOTED,
    QUOTED,

    /// After a quote in a quoted field: the end of the field, or the first of an escaped pair.
    QUOTE
  }

  /// Of fields that are separated by commas.
  public CsvRecordEnds() {
    this(',');
  }

  /// Finds the ends of records of CSV.
  ///
  /// @param delimiter between fields, an ASCII character
  public CsvRecordEnds(char delimiter) {
    this.delimiter = (byte) delimiter;
  }

  @Override
  public int find(byte[] bytes, int from, int to, boolean begins) {
    if (begins) {
      place = Place.FIELD_START;
      innerLines = 0;
    }
    for (int i = from; i < to; i++) {
      byte next = bytes[i];
      if (next == '\n' && place != Place.QUOTED) {
        return i;
      }
      place = after(next);
    }
    return -1;
  }

  private Place after(byte next) {
    if (place == Place.QUOTED) {
      innerLines += next == '\n' ? 1 : 0;
      return next == '"' ? Place.QUOTE : Place.QUOTED;
    }
    if (next == delimiter) {
      return Place.FIELD_START;
    }
    return switch (place) {
      case QUOTE -> next == '"' ? Place.QUOTED : Place.UNQUOTED;
      case FIELD_START ->
          next == '"' ? Place.QUOTED : isOfMark(next) ? Place.FIELD_START : Place.UNQUOTED;
      case UNQUOTED, QUOTED -> place;
    };
  }

  /// Whether a byte may belong to a byte order mark, before the first field of a file.
  private static boolean isOfMark(byte next) {
    return next == (byte) 0xEF || next == (byte) 0xBB || next == (byte) 0xBF;
  }

  @Override
  public int innerLines() {
    return innerLines;
  }
}

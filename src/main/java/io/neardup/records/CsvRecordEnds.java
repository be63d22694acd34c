package io.neardup.records;

/// Finds the ends of the records of a table: of CSV (RFC 4180), whose quoted fields may contain
/// line ends, or of lines without quotes. Requires UTF-8, in which no byte of another character is
/// a quote, a delimiter or a line end.
///
/// Records end with LF or CR LF. If the first one ends with CR alone, all may; otherwise CR alone
/// is a character of its field.
public final class CsvRecordEnds implements RecordEnds {

  private final boolean quoted;
  private byte delimiter;
  private Place place = Place.FIELD_START;
  private LineEnds lineEnds = LineEnds.UNKNOWN;
  private byte last; // the byte before, in the same record
  private int innerFeeds;
  private int innerReturns; // without those before a line feed

  private enum Place {
    FIELD_START,
    UNQUOTED,
    QUOTED,

    /// After a quote in a quoted field: the end of the field, or the first of an escaped pair.
    QUOTE
  }

  /// What ends the records of a file.
  private enum LineEnds {
    /// Not known before the end of the first record.
    UNKNOWN,
    /// LF, also after CR.
    FEEDS,
    /// CR, LF or CR LF.
    RETURNS
  }

  /// Of CSV whose fields are separated by commas.
  public CsvRecordEnds() {
    this(',', true);
  }

  /// Finds the ends of records.
  ///
  /// @param delimiter between fields, an ASCII character
  /// @param quoted whether fields may be quoted
  public CsvRecordEnds(char delimiter, boolean quoted) {
    this.delimiter = (byte) delimiter;
    this.quoted = quoted;
  }

  /// Sets the delimiter of the next records.
  public void separateBy(char other) {
    delimiter = (byte) other;
  }

  @Override
  public int find(byte[] bytes, int from, int to, boolean begins) {
    if (begins) {
      place = Place.FIELD_START;
      last = 0;
      innerFeeds = 0;
      innerReturns = 0;
    }
    if (!quoted && lineEnds == LineEnds.FEEDS) {
      return LINES.find(bytes, from, to, begins);
    }
    for (int i = from; i < to; i++) {
      byte next = bytes[i];
      if (place != Place.QUOTED) {
        if (next == '\n') {
          lineEnds = lineEnds == LineEnds.UNKNOWN ? LineEnds.FEEDS : lineEnds;
          return i;
        }
        if (hasEnded()) {
          lineEnds = LineEnds.RETURNS;
          return i - 1;
        }
      }
      place = after(next);
      last = next;
    }
    return -1;
  }

  private Place after(byte next) {
    if (place == Place.QUOTED) {
      countLines(next);
      return next == '"' ? Place.QUOTE : Place.QUOTED;
    }
    if (next == delimiter) {
      return Place.FIELD_START;
    }
    return switch (place) {
      case QUOTE -> next == '"' ? Place.QUOTED : Place.UNQUOTED;
      case FIELD_START ->
          next == '"' && quoted
              ? Place.QUOTED
              : isOfMark(next) ? Place.FIELD_START : Place.UNQUOTED;
      case UNQUOTED, QUOTED -> place;
    };
  }

  private void countLines(byte next) {
    if (next == '\r') {
      innerReturns++;
    } else if (next == '\n') {
      innerFeeds++;
      innerReturns -= last == '\r' ? 1 : 0;
    }
  }

  /// Whether a byte may belong to a byte order mark, before the first field of a file.
  private static boolean isOfMark(byte next) {
    return next == (byte) 0xEF || next == (byte) 0xBB || next == (byte) 0xBF;
  }

  @Override
  public boolean hasEnded() {
    return last == '\r' && place != Place.QUOTED && lineEnds != LineEnds.FEEDS;
  }

  /// Whether a record has nothing but white space and control characters, and no delimiter: tabs
  /// may separate fields that are empty.
  @Override
  public boolean isBlank(byte[] bytes, int from, int to) {
    boolean blank = RecordEnds.super.isBlank(bytes, from, to);
    for (int i = from; blank && i < to; i++) {
      blank = bytes[i] != delimiter;
    }
    return blank;
  }

  @Override
  public int innerLines() {
    return innerFeeds + (lineEnds == LineEnds.RETURNS ? innerReturns : 0);
  }
}

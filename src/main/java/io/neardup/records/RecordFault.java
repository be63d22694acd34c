package io.neardup.records;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A record that cannot be read. The next records are not affected.
public final class RecordFault extends Exception {

  private final int column;
  private final FaultKind kind;
  private final @Nullable String id;

  private enum FaultKind {
    UNREADABLE,
    NULL,
    KEPT,
    TAKEN
  }

  /// A fault at a place in a record.
  ///
  /// @param column of the fault in its line, from 1; 0 if it is not known
  /// @param message the cause, without the place
  public RecordFault(int column, String message) {
    this(column, message, FaultKind.UNREADABLE, null);
  }

  private RecordFault(int column, String message, FaultKind kind, @Nullable String id) {
    super(message, null, false, false);
    this.column = column;
    this.kind = kind;
    this.id = id;
  }

  /// A record whose text is null or missing; all else can be read.
  ///
  /// @param id of the record, null if it has none
  public static RecordFault ofNull(String message, @Nullable String id) {
    return new RecordFault(0, message, FaultKind.NULL, id);
  }

  /// A record of which all parts of the text are null.
  ///
  /// @param kind what the parts are: fields or columns
  /// @param names of the parts
  /// @param id of the record, null if it has none
  public static RecordFault ofNulls(String kind, List<String> names, @Nullable String id) {
    String quoted = " '" + String.join("', '", names) + "'";
    return ofNull(
        kind + (names.size() == 1 ? quoted + " is null" : "s" + quoted + " are null"), id);
  }

  /// A record whose text cannot be compared, and which is kept as it is.
  ///
  /// @param id of the record, null if it has none
  public static RecordFault ofKept(String message, @Nullable String id) {
    return new RecordFault(0, message, FaultKind.KEPT, id);
  }

  /// A record with a field of the name of an added column.
  static RecordFault ofTaken(String name) {
    return new RecordFault(
        0,
        "has a field '" + name + "' already; --columns names the added columns",
        FaultKind.TAKEN,
        null);
  }

  /// The column of the fault in its line, from 1; 0 if it is not known.
  public int column() {
    return column;
  }

  /// Whether nothing is wrong but that the text is null or missing.
  public boolean isOfNull() {
    return kind == FaultKind.NULL;
  }

  /// Whether the record is kept, and not compared.
  public boolean isOfKept() {
    return kind == FaultKind.KEPT;
  }

  /// Whether nothing is wrong but that an added column needs another name.
  public boolean isOfTaken() {
    return kind == FaultKind.TAKEN;
  }

  /// The id of a record whose text alone cannot be read; null without one.
  public @Nullable String id() {
    return id;
  }

  /// The fault with more words.
  public RecordFault with(String more) {
    return new RecordFault(column, getMessage() + more, kind, id);
  }

  /// The fault with its place, such as `a.jsonl:12:7: is not JSON`.
  ///
  /// @param file the name of the file
  /// @param line from 1
  public String at(String file, long line) {
    return file + ":" + line + (column > 0 ? ":" + column : "") + ": " + getMessage();
  }
}

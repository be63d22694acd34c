package io.neardup.cli.files;

import org.jspecify.annotations.Nullable;

/// The names of the columns that are read.
///
/// @param id null if records are named by their place, `file:line`
/// @param text of the text; empty for plain lines
public record RecordColumns(@Nullable String id, String text) {

  /// The columns of plain lines.
  public static final RecordColumns OF_LINES = new RecordColumns(null, "");
}

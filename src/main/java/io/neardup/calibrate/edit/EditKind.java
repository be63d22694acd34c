package io.neardup.calibrate.edit;

/// How a text is edited.
public enum EditKind {
  /// Words are replaced by words of other documents.
  REPLACE,
  /// Words of other documents are inserted.
  INSERT,
  /// Words are deleted.
  DELETE,
  /// A run of words is moved to another place.
  MOVE,
  /// Words are replaced, inserted and deleted, a third each.
  MIXED
}

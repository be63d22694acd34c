package io.neardup.index;

/// How a lookup went about it. Both find every match.
public enum Plan {
  /// A probe into each table, up to the distance that the tables are made for.
  TABLES,

  /// A look at every fingerprint, for larger distances.
  SCAN
}

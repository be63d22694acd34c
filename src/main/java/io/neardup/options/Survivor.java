package io.neardup.options;

/// Which record of a group is kept. Ties are decided in favour of the first.
public enum Survivor {
  /// The first in the order of the files.
  FIRST,

  /// The last.
  LAST,

  /// The one with the most distinct features.
  LONGEST,

  /// The one with the most near-duplicates; for stars.
  CENTRAL
}

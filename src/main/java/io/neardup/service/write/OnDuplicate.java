package io.neardup.service.write;

/// What to do with a new document when near-duplicates of it are already stored.
public enum OnDuplicate {
  /// Store it all the same.
  ADD,

  /// Leave it out; the stored ones stay.
  SKIP,

  /// Store it in place of all of them.
  REPLACE
}

package io.neardup.service.write;

/// How to store a document that has near-duplicates.
public enum OnDuplicate {
  /// Store it nevertheless.
  ADD,

  /// Do not store it.
  SKIP,

  /// Store it and delete all of them.
  REPLACE
}

package io.neardup.service.write;

/// How to store a document that has near-duplicates.
public enum OnDuplicate {
  /// Store it anyway.
  ADD,

  /// Do not store it.
  SKIP,

  /// Store it and delete all near-duplicates.
  REPLACE
}

package io.neardup.service;

/// Which collections the present caller may use.
@FunctionalInterface
public interface CollectionAccess {

  /// Whether the caller may use the collection of that name, be there one or not.
  boolean permits(String collection);

  /// Lets everybody use every collection.
  static CollectionAccess all() {
    return collection -> true;
  }
}

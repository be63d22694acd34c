package io.neardup.service;

/// The collections that the current caller may use.
@FunctionalInterface
public interface CollectionAccess {

  /// Whether the caller may use the collection of that name, whether it exists or not.
  boolean permits(String collection);

  /// Whether the caller may store and delete documents in the collections that it may use.
  default boolean permitsWrites() {
    return true;
  }

  /// Allows every collection.
  static CollectionAccess all() {
    return collection -> true;
  }
}

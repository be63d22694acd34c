package io.neardup.service;

import org.jspecify.annotations.Nullable;

/// The collections that the current caller may use.
@FunctionalInterface
public interface CollectionAccess {

  /// Whether the caller may use the collection of that name, whether it exists or not.
  boolean permits(String collection);

  /// Whether the caller may store and delete documents in the collections that it may use.
  default boolean permitsWrites() {
    return true;
  }

  /// The name of the highest role of the caller, null where callers have no roles.
  default @Nullable String role() {
    return null;
  }

  static CollectionAccess all() {
    return collection -> true;
  }
}

package io.neardup.security;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/// An authenticated caller.
///
/// @param name of the key, or `jwt:` and the subject of the token; safe to log
/// @param roles of the caller; empty if a token names no role of this service
/// @param collections the caller may use only these; null for all, including future ones
/// @param requestsPerSecond the caller's rate limit, 0 for none; null for the default
public record Caller(
    String name,
    Set<Role> roles,
    @Nullable Set<String> collections,
    @Nullable Integer requestsPerSecond) {

  /// Copies the sets.
  public Caller {
    roles = Set.copyOf(roles);
    collections = collections == null ? null : Set.copyOf(collections);
  }

  /// Whether the caller has `role` or a higher one.
  boolean has(Role role) {
    return roles.stream().anyMatch(own -> own.compareTo(role) >= 0);
  }

  /// Whether the caller may use that collection.
  boolean mayUse(String collection) {
    return collections == null || collections.contains(collection);
  }

  /// Whether the caller may use all collections, and thus see data about all of them.
  boolean isUnlimited() {
    return collections == null;
  }
}

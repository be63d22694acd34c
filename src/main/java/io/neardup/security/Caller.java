package io.neardup.security;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Somebody who has shown a key or a token.
///
/// @param name of the key, or `jwt:` and the subject of the token; fit to be logged
/// @param roles what the caller may do; none at all if a token names no role of this service
/// @param collections the only ones the caller may use; null for all, those to come included
/// @param requestsPerSecond how many the caller may send, 0 for any number; null for what is usual
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

  /// Whether one of the roles is `role` or more.
  boolean has(Role role) {
    return roles.stream().anyMatch(own -> own.compareTo(role) >= 0);
  }

  /// Whether the caller may use that collection.
  boolean mayUse(String collection) {
    return collections == null || collections.contains(collection);
  }

  /// Whether the caller is limited to no collection, and so may see what belongs to all of them.
  boolean isUnlimited() {
    return collections == null;
  }
}

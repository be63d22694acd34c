package io.neardup.store;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/// The settings of a collection.
///
/// @param name of the collection
/// @param profile that computes its fingerprints
/// @param maxDistance of lookups that name none, null for that of the profile
/// @param storeText whether texts are stored
/// @param ttl the default lifetime of documents, null for unlimited
/// @param createdAt when it was created, to the millisecond
public record CollectionSettings(
    String name,
    String profile,
    @Nullable Integer maxDistance,
    boolean storeText,
    @Nullable Duration ttl,
    Instant createdAt) {

  /// Rejects invalid values.
  public CollectionSettings {
    if (name.isEmpty()) {
      throw new IllegalArgumentException("a collection's name must have a character");
    }
    if (maxDistance != null && maxDistance < 0) {
      throw new IllegalArgumentException("maxDistance must be 0 or more, was " + maxDistance);
    }
    if (ttl != null && ttl.toMillis() < 1) {
      throw new IllegalArgumentException("ttl must be a millisecond or more, was " + ttl);
    }
    createdAt = createdAt.truncatedTo(ChronoUnit.MILLIS);
  }

  /// A collection and its number, which replaces the name in keys.
  ///
  /// @param number never reused for another collection
  public record Numbered(int number, CollectionSettings settings) {}
}

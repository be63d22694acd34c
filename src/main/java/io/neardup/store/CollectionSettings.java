package io.neardup.store;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/// The settings of a collection.
///
/// @param name of the collection
/// @param profile that computes its fingerprints
/// @param maxDistance of lookups that name none, null for the profile's
/// @param storeText whether texts are stored
/// @param verify what candidates are verified from, null for the default: the texts if they are
///   stored
/// @param weights of the features in verification
/// @param passages whether the passages of texts are indexed
/// @param ttl the default lifetime of documents, null for unlimited
/// @param createdAt when it was created, to the millisecond
/// @param creation distinguishes it from other collections of its name: in a cluster, a number that
///   grows with each creation; else the creation time in milliseconds since 1970
/// @param partition of the log that holds its document changes; 0 in a single process, which has
///   one log
public record CollectionSettings(
    String name,
    String profile,
    @Nullable Integer maxDistance,
    boolean storeText,
    @Nullable VerifyMode verify,
    WeightSource weights,
    boolean passages,
    @Nullable Duration ttl,
    Instant createdAt,
    long creation,
    int partition) {

  /// Settings with default verification, for a collection outside a cluster.
  public CollectionSettings(
      String name,
      String profile,
      @Nullable Integer maxDistance,
      boolean storeText,
      @Nullable Duration ttl,
      Instant createdAt) {
    this(
        name,
        profile,
        maxDistance,
        storeText,
        null,
        WeightSource.PROFILE,
        false,
        ttl,
        createdAt,
        createdAt.toEpochMilli(),
        0);
  }

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

  public CollectionSettings withCreation(long number) {
    return created(createdAt, number, partition);
  }

  /// A copy with another partition of the log.
  public CollectionSettings in(int other) {
    return created(createdAt, creation, other);
  }

  public CollectionSettings createdAs(CollectionSettings other) {
    return created(other.createdAt, other.creation, other.partition);
  }

  private CollectionSettings created(Instant at, long number, int in) {
    return new CollectionSettings(
        name, profile, maxDistance, storeText, verify, weights, passages, ttl, at, number, in);
  }

  /// What candidates are verified from, if the profile allows it.
  public VerifyMode verifies() {
    return verify != null ? verify : storeText ? VerifyMode.TEXT : VerifyMode.OFF;
  }

  /// A collection and its number, which replaces the name in keys.
  ///
  /// @param number never reused for another collection
  public record Numbered(int number, CollectionSettings settings) {}
}

package io.neardup.store;

import io.neardup.store.codec.BinaryReader;
import io.neardup.store.codec.BinaryWriter;
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

  private static final int SCHEMA = 1;

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

  /// Schema version, number, profile, maxDistance + 1 or 0, storeText, ttl in milliseconds or 0,
  /// signed createdAt in milliseconds.
  public byte[] encode(int number) {
    return new BinaryWriter(64)
        .octet(SCHEMA)
        .varint(number)
        .string(profile)
        .varint(maxDistance == null ? 0 : maxDistance + 1L)
        .octet(storeText ? 1 : 0)
        .varint(ttl == null ? 0 : ttl.toMillis())
        .signed(createdAt.toEpochMilli())
        .toBytes();
  }

  public static Numbered decode(String name, byte[] bytes) {
    BinaryReader in = new BinaryReader(bytes);
    int schema = in.octet();
    if (schema != SCHEMA) {
      throw new StoreException(
          StoreException.StoreFault.NEWER_FORMAT,
          "The settings of collection '"
              + name
              + "' have schema version "
              + schema
              + ", this version of neardup knows "
              + SCHEMA
              + ". Run the version that wrote them, or a newer one.");
    }
    int number = in.varint(Integer.MAX_VALUE);
    String profile = in.string();
    int distance = in.varint(Integer.MAX_VALUE);
    boolean storeText = in.octet() != 0;
    long ttl = in.varint();
    Instant createdAt = Instant.ofEpochMilli(in.signed());
    in.requireEnd();
    try {
      return new Numbered(
          number,
          new CollectionSettings(
              name,
              profile,
              distance == 0 ? null : distance - 1,
              storeText,
              ttl == 0 ? null : Duration.ofMillis(ttl),
              createdAt));
    } catch (IllegalArgumentException e) {
      throw BinaryReader.damaged(String.valueOf(e.getMessage()));
    }
  }

  /// A collection and its number, which replaces the name in keys.
  ///
  /// @param number never reused for another collection
  public record Numbered(int number, CollectionSettings settings) {}
}

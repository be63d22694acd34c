package io.neardup.store.codec;

import io.neardup.store.CollectionSettings;
import io.neardup.store.CollectionSettings.Numbered;
import io.neardup.store.StoreException;
import java.time.Duration;
import java.time.Instant;

/// The binary format of the settings of collections.
public final class SettingsCodec {

  /// Without the number of the creation, which is its time.
  private static final int UNNUMBERED = 1;

  private static final int NUMBERED = 2;

  private SettingsCodec() {}

  /// The settings: the version of their schema, number, profile, maxDistance + 1 or 0, storeText,
  /// ttl in milliseconds or 0, signed createdAt in milliseconds; in version 2, the creation, which
  /// is the time of creation in version 1.
  public static byte[] encode(CollectionSettings settings, int number) {
    boolean numbered = settings.creation() != settings.createdAt().toEpochMilli();
    BinaryWriter out = new BinaryWriter(64);
    out.octet(numbered ? NUMBERED : UNNUMBERED)
        .varint(number)
        .string(settings.profile())
        .varint(settings.maxDistance() == null ? 0 : settings.maxDistance() + 1L)
        .octet(settings.storeText() ? 1 : 0)
        .varint(settings.ttl() == null ? 0 : settings.ttl().toMillis())
        .signed(settings.createdAt().toEpochMilli());
    return (numbered ? out.varint(settings.creation()) : out).toBytes();
  }

  /// Reads what [#encode] returned.
  ///
  /// @throws StoreException if a newer version wrote it, or it is damaged
  public static Numbered decode(String name, byte[] bytes) {
    BinaryReader in = new BinaryReader(bytes);
    int schema = in.octet();
    if (schema != UNNUMBERED && schema != NUMBERED) {
      throw new StoreException(
          StoreException.StoreFault.NEWER_FORMAT,
          "The settings of collection '"
              + name
              + "' have schema version "
              + schema
              + ", this version of neardup knows "
              + NUMBERED
              + ". Run the version that wrote them, or a newer one.");
    }
    int number = in.varint(Integer.MAX_VALUE);
    String profile = in.string();
    int distance = in.varint(Integer.MAX_VALUE);
    boolean storeText = in.octet() != 0;
    long ttl = in.varint();
    Instant createdAt = Instant.ofEpochMilli(in.signed());
    long creation = schema == NUMBERED ? in.varint() : createdAt.toEpochMilli();
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
              createdAt,
              creation));
    } catch (IllegalArgumentException e) {
      throw BinaryReader.damaged(String.valueOf(e.getMessage()));
    }
  }
}

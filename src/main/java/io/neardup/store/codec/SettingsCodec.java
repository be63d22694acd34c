package io.neardup.store.codec;

import io.neardup.store.CollectionSettings;
import io.neardup.store.CollectionSettings.Numbered;
import io.neardup.store.StoreException;
import io.neardup.store.VerifyMode;
import io.neardup.store.WeightSource;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Locale;

/// The binary format of collection settings.
public final class SettingsCodec {

  /// The version that this code writes and reads.
  private static final int SCHEMA = 5;

  private SettingsCodec() {}

  /// The settings: version, number, profile, maxDistance + 1 or 0, storeText, ttl in milliseconds
  /// or 0, signed createdAt in milliseconds, verification label or nothing, creation, weight source
  /// label, whether passages are indexed, partition.
  public static byte[] encode(CollectionSettings settings, int number) {
    VerifyMode verify = settings.verify();
    return new BinaryWriter(64)
        .octet(SCHEMA)
        .varint(number)
        .string(settings.profile())
        .varint(settings.maxDistance() == null ? 0 : settings.maxDistance() + 1L)
        .octet(settings.storeText() ? 1 : 0)
        .varint(settings.ttl() == null ? 0 : settings.ttl().toMillis())
        .signed(settings.createdAt().toEpochMilli())
        .string(verify == null ? "" : verify.label())
        .varint(settings.creation())
        .string(settings.weights().label())
        .octet(settings.passages() ? 1 : 0)
        .octet(settings.partition())
        .toBytes();
  }

  /// Reads what [#encode] returned.
  ///
  /// @throws StoreException if a newer version wrote it, or it is damaged
  public static Numbered decode(String name, byte[] bytes) {
    BinaryReader in = new BinaryReader(bytes);
    int schema = in.octet();
    if (schema != SCHEMA) {
      throw new StoreException(
          StoreException.StoreFault.OTHER_FORMAT,
          "The settings of collection '"
              + name
              + "' have schema version "
              + schema
              + ", this version of neardup knows "
              + SCHEMA
              + ". Run the version that wrote them.");
    }
    int number = in.varint(Integer.MAX_VALUE);
    String profile = in.string();
    int distance = in.varint(Integer.MAX_VALUE);
    boolean storeText = in.octet() != 0;
    long ttl = in.varint();
    Instant createdAt = Instant.ofEpochMilli(in.signed());
    String label = in.string();
    long creation = in.varint();
    String weights = in.string();
    boolean passages = in.octet() != 0;
    int partition = in.octet();
    in.requireEnd();
    try {
      return new Numbered(
          number,
          new CollectionSettings(
              name,
              profile,
              distance == 0 ? null : distance - 1,
              storeText,
              label.isEmpty() ? null : choice(VerifyMode.class, "verify", label),
              choice(WeightSource.class, "weights", weights),
              passages,
              ttl == 0 ? null : Duration.ofMillis(ttl),
              createdAt,
              creation,
              partition));
    } catch (IllegalArgumentException e) {
      throw BinaryReader.damaged(String.valueOf(e.getMessage()));
    }
  }

  private static <E extends Enum<E>> E choice(Class<E> type, String field, String label) {
    return EnumSet.allOf(type).stream()
        .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(label))
        .findFirst()
        .orElseThrow(() -> BinaryReader.damaged(field + " is '" + label + "'"));
  }
}

package io.neardup.store.codec;

import io.neardup.store.CollectionSettings;
import io.neardup.store.CollectionSettings.Numbered;
import io.neardup.store.StoreException;
import io.neardup.store.VerifyMode;
import io.neardup.store.WeightSource;
import java.time.Duration;
import java.time.Instant;

/// The binary format of the settings of collections.
public final class SettingsCodec {

  /// The newest version that this code reads.
  private static final int SCHEMA = 4;

  /// The version of settings without passages.
  private static final int WITHOUT_PASSAGES = 3;

  /// The version of settings with the weights of the profile.
  private static final int OF_PROFILE = 2;

  /// The version of settings with the default verification, of a collection that no cluster has
  /// numbered.
  private static final int PLAIN = 1;

  private SettingsCodec() {}

  /// The settings in the oldest schema that has them: its version, number, profile, maxDistance + 1
  /// or 0, storeText, ttl in milliseconds or 0, signed createdAt in milliseconds; since version 2
  /// the label of the verification or nothing, and the creation; since version 3 the label of the
  /// source of weights; since version 4 whether passages are indexed.
  public static byte[] encode(CollectionSettings settings, int number) {
    VerifyMode verify = settings.verify();
    boolean plain = verify == null && settings.creation() == settings.createdAt().toEpochMilli();
    boolean ofProfile = settings.weights() == WeightSource.PROFILE;
    int schema =
        settings.passages() ? SCHEMA : !ofProfile ? WITHOUT_PASSAGES : plain ? PLAIN : OF_PROFILE;
    BinaryWriter out = new BinaryWriter(64);
    out.octet(schema)
        .varint(number)
        .string(settings.profile())
        .varint(settings.maxDistance() == null ? 0 : settings.maxDistance() + 1L)
        .octet(settings.storeText() ? 1 : 0)
        .varint(settings.ttl() == null ? 0 : settings.ttl().toMillis())
        .signed(settings.createdAt().toEpochMilli());
    if (schema != PLAIN) {
      out.string(verify == null ? "" : verify.label()).varint(settings.creation());
    }
    if (schema >= WITHOUT_PASSAGES) {
      out.string(settings.weights().label());
    }
    if (schema == SCHEMA) {
      out.octet(1);
    }
    return out.toBytes();
  }

  /// Reads what [#encode] returned.
  ///
  /// @throws StoreException if a newer version wrote it, or it is damaged
  public static Numbered decode(String name, byte[] bytes) {
    BinaryReader in = new BinaryReader(bytes);
    int schema = in.octet();
    if (schema < PLAIN || schema > SCHEMA) {
      throw new StoreException(
          StoreException.StoreFault.OTHER_FORMAT,
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
    String label = schema == PLAIN ? "" : in.string();
    long creation = schema == PLAIN ? createdAt.toEpochMilli() : in.varint();
    WeightSource weights =
        schema < WITHOUT_PASSAGES
            ? WeightSource.PROFILE
            : WeightSource.find(in.string())
                .orElseThrow(() -> BinaryReader.damaged("its source of weights is unknown"));
    boolean passages = schema == SCHEMA && in.octet() != 0;
    in.requireEnd();
    VerifyMode verify = VerifyMode.find(label).orElse(null);
    if (verify == null && !label.isEmpty()) {
      throw BinaryReader.damaged("its verification is unknown");
    }
    try {
      return new Numbered(
          number,
          new CollectionSettings(
              name,
              profile,
              distance == 0 ? null : distance - 1,
              storeText,
              verify,
              weights,
              passages,
              ttl == 0 ? null : Duration.ofMillis(ttl),
              createdAt,
              creation));
    } catch (IllegalArgumentException e) {
      throw BinaryReader.damaged(String.valueOf(e.getMessage()));
    }
  }
}

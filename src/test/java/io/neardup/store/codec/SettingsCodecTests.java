package io.neardup.store.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.store.CollectionSettings;
import io.neardup.store.CollectionSettings.Numbered;
import io.neardup.store.StoreException;
import io.neardup.store.VerifyMode;
import io.neardup.store.WeightSource;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.NullSource;

class SettingsCodecTests {

  /// As versions without verification and numbers wrote them.
  private static final String FORMER = "010907706170657276320401a09c010a";

  @ParameterizedTest
  @NullSource
  @EnumSource(VerifyMode.class)
  void decodesEveryMode(VerifyMode mode) {
    CollectionSettings settings =
        new CollectionSettings(
            "c",
            "simhash-256-v1",
            54,
            true,
            mode,
            WeightSource.PROFILE,
            false,
            Duration.ofHours(1),
            Instant.EPOCH,
            0);
    assertThat(SettingsCodec.decode("c", SettingsCodec.encode(settings, 7)))
        .isEqualTo(new Numbered(7, settings));
  }

  @Test
  void settingsWithTheDefaultModeKeepTheirFormat() {
    byte[] former = HexFormat.of().parseHex(FORMER);
    CollectionSettings settings =
        new CollectionSettings(
            "c", "paperv2", 3, true, Duration.ofSeconds(20), Instant.ofEpochMilli(5));
    assertThat(SettingsCodec.decode("c", former)).isEqualTo(new Numbered(9, settings));
    assertThat(SettingsCodec.encode(settings, 9)).isEqualTo(former);
  }

  /// Former versions refuse weights that they do not have, and read all other settings.
  @ParameterizedTest
  @EnumSource(WeightSource.class)
  void onlySettingsWithOtherWeightsHaveTheNewFormat(WeightSource weights) {
    CollectionSettings settings =
        new CollectionSettings(
            "c", "p", 3, true, VerifyMode.TEXT, weights, false, null, Instant.EPOCH, 0);
    byte[] bytes = SettingsCodec.encode(settings, 5);
    assertThat(bytes[0]).isEqualTo((byte) (weights == WeightSource.PROFILE ? 2 : 3));
    assertThat(SettingsCodec.decode("c", bytes)).isEqualTo(new Numbered(5, settings));
    if (weights == WeightSource.COLLECTION) {
      bytes[bytes.length - 1] = 'x';
      assertThatThrownBy(() -> SettingsCodec.decode("c", bytes))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("weights");
    }
  }

  /// As the version before the source of weights wrote them.
  @Test
  void settingsWithoutASourceHaveTheWeightsOfTheProfile() {
    byte[] former = HexFormat.of().parseHex("0205017004010000" + "0474657874" + "00");
    assertThat(SettingsCodec.decode("c", former).settings())
        .isEqualTo(
            new CollectionSettings(
                "c",
                "p",
                3,
                true,
                VerifyMode.TEXT,
                WeightSource.PROFILE,
                false,
                null,
                Instant.EPOCH,
                0));
  }

  @Test
  void unknownModesAreDamage() {
    CollectionSettings settings =
        new CollectionSettings(
            "c",
            "p",
            null,
            true,
            VerifyMode.OFF,
            WeightSource.PROFILE,
            false,
            null,
            Instant.EPOCH,
            0);
    byte[] bytes = SettingsCodec.encode(settings, 1);
    bytes[bytes.length - 2] = 'x';
    assertThatThrownBy(() -> SettingsCodec.decode("c", bytes)).isInstanceOf(StoreException.class);
  }

  @Test
  void theNumberOfACreationIsStored() {
    CollectionSettings unnumbered =
        new CollectionSettings("a", "p", 3, true, Duration.ofSeconds(9), Instant.EPOCH);
    assertThat(unnumbered.creation()).isZero();
    for (long creation : new long[] {1, (1L << 44) + 12}) {
      CollectionSettings settings = unnumbered.withCreation(creation);
      assertThat(SettingsCodec.decode("a", SettingsCodec.encode(settings, 7)))
          .isEqualTo(new Numbered(7, settings));
    }
  }
}

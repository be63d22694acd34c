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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.NullSource;

class SettingsCodecTests {

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
            (1L << 44) + 12,
            7);
    assertThat(SettingsCodec.decode("c", SettingsCodec.encode(settings, 7)))
        .isEqualTo(new Numbered(7, settings));
  }

  @ParameterizedTest
  @EnumSource(WeightSource.class)
  void decodesEverySourceOfWeights(WeightSource weights) {
    CollectionSettings settings =
        new CollectionSettings(
            "c", "p", null, true, VerifyMode.TEXT, weights, true, null, Instant.EPOCH, 0, 255);
    byte[] bytes = SettingsCodec.encode(settings, 5);
    assertThat(SettingsCodec.decode("c", bytes)).isEqualTo(new Numbered(5, settings));
    bytes[bytes.length - 3] = 'x';
    assertThatThrownBy(() -> SettingsCodec.decode("c", bytes))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("weights");
  }

  @Test
  void settingsOfAnotherVersionAreRefused() {
    byte[] bytes =
        SettingsCodec.encode(
            new CollectionSettings("a", "p", 3, true, Duration.ofSeconds(9), Instant.EPOCH), 1);
    bytes[0]++;
    assertThatThrownBy(() -> SettingsCodec.decode("a", bytes))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("Run the version that wrote them");
  }
}

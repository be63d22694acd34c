package io.neardup.store.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.store.CollectionSettings;
import io.neardup.store.CollectionSettings.Numbered;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class SettingsCodecTests {

  private static final Instant CREATED = Instant.ofEpochMilli(1_700_000_000_123L);

  private static final byte[] FIRST_SCHEMA =
      new BinaryWriter(64)
          .octet(1)
          .varint(5)
          .string("simhash-256-v1")
          .varint(4)
          .octet(1)
          .varint(9_000)
          .signed(CREATED.toEpochMilli())
          .toBytes();

  private static final CollectionSettings UNNUMBERED =
      new CollectionSettings("a", "simhash-256-v1", 3, true, Duration.ofSeconds(9), CREATED);

  @Test
  void collectionsOfEarlierVersionsAreNumberedByTheTimeOfTheirCreation() {
    Numbered read = SettingsCodec.decode("a", FIRST_SCHEMA);
    assertThat(read).isEqualTo(new Numbered(5, UNNUMBERED));
    assertThat(read.settings().creation()).isEqualTo(CREATED.toEpochMilli());
    assertThat(SettingsCodec.encode(UNNUMBERED, 5)).isEqualTo(FIRST_SCHEMA);
  }

  @Test
  void theNumberOfACreationIsStored() {
    for (long creation : new long[] {0, 1, (1L << 44) + 12}) {
      CollectionSettings settings = UNNUMBERED.withCreation(creation);
      assertThat(SettingsCodec.decode("a", SettingsCodec.encode(settings, 7)))
          .isEqualTo(new Numbered(7, settings));
    }
  }
}

package io.neardup.store.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.Seeds;
import io.neardup.simhash.FeatureVector;
import io.neardup.simhash.Fingerprint;
import io.neardup.store.ContentHash;
import io.neardup.store.DocumentEvent;
import io.neardup.store.Documents;
import io.neardup.store.Revision;
import io.neardup.store.StoreException;
import io.neardup.store.StoreException.StoreFault;
import io.neardup.store.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventCodecTests {

  private static final Instant TIME = Instant.ofEpochMilli(1_700_000_000_123L);

  private static final long JUDGED = 0x0f0f0f0f0f0f0f0fL;

  private static final DocumentEvent.Put FULL =
      new DocumentEvent.Put(
          "news",
          "a/文",
          new Revision(
              Fingerprint.of(128, 0x0123456789abcdefL, 0xfedcba9876543210L),
              300,
              "wide-v1",
              "{\"title\":\"é\"}",
              "the text",
              new ContentHash(1, -2),
              new Verdict(true, true, null, false),
              70_000,
              Instant.ofEpochMilli(1_600_000_000_000L),
              Instant.ofEpochMilli(1_800_000_000_000L),
              null,
              null,
              null),
          TIME);

  private static final DocumentEvent.Put BARE =
      new DocumentEvent.Put(
          "news",
          "b",
          new Revision(
              Fingerprint.parse("1a2b3c4d5", 33),
              null,
              "own-v1",
              null,
              null,
              null,
              new Verdict(false, false, null, false),
              1,
              TIME,
              null,
              null,
              null,
              null),
          TIME);

  private static final FeatureVector VECTOR =
      FeatureVector.of(new long[] {-5, 0x0123456789abcdefL}, new long[] {65_536, 110_960});

  private static final DocumentEvent.Put FEATURES =
      new DocumentEvent.Put("news", "b", BARE.revision().with("{}", null, VECTOR), TIME);

  private static final Map<String, DocumentEvent> EVENTS =
      Map.ofEntries(
          Map.entry("put", FULL),
          Map.entry("put-bare", BARE),
          Map.entry("put-disabled", disabled(BARE, null)),
          Map.entry("put-removed", disabled(FULL, TIME.plus(Duration.ofDays(7)))),
          Map.entry("put-features", FEATURES),
          Map.entry("put-features-disabled", disabled(FEATURES, null)),
          Map.entry("delete", new DocumentEvent.Delete("news", "a/文", TIME)),
          Map.entry("clear", new DocumentEvent.Clear("news", TIME)),
          Map.entry("put-judged", with(FULL, judged(true, Fingerprint.of(128, ~JUDGED, JUDGED)))),
          Map.entry("put-dropped", with(FULL, new Verdict(true, false, null, true))),
          Map.entry(
              "put-bare-judged", with(BARE, judged(false, Fingerprint.parse("123456789", 33)))));

  private static DocumentEvent disabled(DocumentEvent.Put put, @Nullable Instant removeAt) {
    return new DocumentEvent.Put(
        put.collection(), put.id(), put.revision().disabledBy("clean-up", removeAt), TIME);
  }

  private static Verdict judged(boolean enabled, Fingerprint judged) {
    return new Verdict(enabled, enabled, judged, false);
  }

  private static DocumentEvent with(DocumentEvent.Put put, Verdict verdict) {
    return new DocumentEvent.Put(
        put.collection(), put.id(), put.revision().withVerdict(verdict), TIME);
  }

  @Test
  void theBytesNeverChange() {
    Map<String, String> golden = golden();
    assertThat(golden).containsOnlyKeys(EVENTS.keySet());
    golden.forEach((name, hex) -> {
      byte[] bytes = EventCodec.encode(EVENTS.get(name));
      assertThat(HexFormat.of().formatHex(bytes)).as(name).isEqualTo(hex);
      assertThat(EventCodec.decode(bytes)).as(name).isEqualTo(EVENTS.get(name));
    });
  }

  @Test
  void decodesEveryEncodedEvent() {
    Seeds.random(random -> {
      for (int i = 0; i < 5_000; i++) {
        DocumentEvent event = Documents.random(random);
        assertThat(EventCodec.decode(EventCodec.encode(event))).isEqualTo(event);
      }
    });
  }

  @Test
  void damagedBytesGiveAnEventOrAStoreException() {
    Seeds.random(random -> {
      for (int i = 0; i < 50_000; i++) {
        byte[] bytes = EventCodec.encode(Documents.random(random));
        for (int change = random.nextInt(1, 4); change > 0; change--) {
          bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
        }
        decodeOrRefuse(bytes);
      }
    });
  }

  @Test
  void anEventThatIsCutShortIsRefused() {
    byte[] bytes = EventCodec.encode(FULL);
    for (int length = 0; length < bytes.length; length++) {
      byte[] part = java.util.Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> EventCodec.decode(part))
          .isInstanceOfSatisfying(
              StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreFault.DAMAGED));
    }
  }

  @Test
  void bytesAfterTheEndAreRefused() {
    byte[] bytes = EventCodec.encode(FULL);
    assertThatThrownBy(() -> EventCodec.decode(java.util.Arrays.copyOf(bytes, bytes.length + 1)))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("after its end");
  }

  @ParameterizedTest
  @CsvSource({"0, 2, 3", "9, 5, 4"}) // of the event, of the revision
  void anotherSchemaIsRefusedWithTheRemedy(int place, byte schema, byte other) {
    byte[] bytes = EventCodec.encode(BARE);
    assertThat(bytes[place]).isEqualTo(schema);
    bytes[place] = other;
    assertThatThrownBy(() -> EventCodec.decode(bytes))
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreFault.OTHER_FORMAT))
        .hasMessage(
            "A record has schema version %d, this version of neardup reads %d. Run the version"
                + " that wrote it.",
            other, schema);
  }

  private static void decodeOrRefuse(byte[] bytes) {
    try {
      assertThat(EventCodec.decode(bytes)).isNotNull();
    } catch (StoreException e) {
      assertThat(e.kind()).isIn(StoreFault.DAMAGED, StoreFault.OTHER_FORMAT);
    }
  }

  private static Map<String, String> golden() {
    try (var in = EventCodecTests.class.getResourceAsStream("/golden/document-events-v6.tsv")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split("\t", -1))
          .collect(Collectors.toMap(row -> row[0], row -> row[1]));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package io.neardup.store.rocks;

import static io.neardup.store.Documents.COLLECTION;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.simhash.Fingerprint;
import io.neardup.store.CollectionSettings;
import io.neardup.store.Documents;
import io.neardup.store.Judgement;
import io.neardup.store.StoreException;
import io.neardup.store.StoreOptions;
import io.neardup.store.codec.BinaryWriter;
import io.neardup.store.disk.Backups;
import io.neardup.store.disk.DocumentStore;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.WriteBatch;

class JudgementTableTests {

  private static final Instant TIME = Instant.parse("2026-01-02T03:04:05.678Z");

  private static final Fingerprint FIRST = Fingerprint.of(128, 0x123456789L, 0xABCDEFL);
  private static final Fingerprint SECOND = Fingerprint.of(128, 0x123456789L ^ 3, 0xABCDEFL);

  @TempDir Path temporary;

  @Test
  void judgementsSurviveARestart() {
    List<Judgement> stored =
        List.of(
            new Judgement("a", "b", true, 2, 1, TIME, FIRST, SECOND),
            new Judgement("a", "bb", false, 57, 12.25, TIME),
            new Judgement("aa", "b", false, 512, 1e-9, TIME),
            new Judgement("ä", "https://example.org/?x=1", true, 3, 1, TIME));
    try (DocumentStore store = open("data")) {
      store.judgements().put(store.collections().incarnation(COLLECTION), stored.reversed());
    }
    try (DocumentStore store = open("data")) {
      assertThat(all(store, COLLECTION, 100)).isEqualTo(stored);
      assertThat(all(store, COLLECTION, 1)).isEqualTo(stored);
      assertThat(store.judgements().find(store.collections().incarnation(COLLECTION), "a", "bb"))
          .isEqualTo(stored.get(1));
      assertThat(store.judgements().find(store.collections().incarnation(COLLECTION), "bb", "a"))
          .isNull();
      assertThat(store.judgements().remove(store.collections().incarnation(COLLECTION), "a", "b"))
          .isTrue();
      assertThat(store.judgements().remove(store.collections().incarnation(COLLECTION), "a", "b"))
          .isFalse();
      assertThat(all(store, COLLECTION, 2)).isEqualTo(stored.subList(1, 4));
    }
  }

  /// As former versions stored it, without the fingerprints of the judged texts.
  @Test
  void judgementsOfTheFirstFormatAreRead() throws Exception {
    int number;
    try (DocumentStore store = open("data")) {
      number = store.collections().incarnation(COLLECTION).number();
    }
    byte[] key =
        new BinaryWriter(32)
            .raw("judgement:".getBytes(StandardCharsets.UTF_8))
            .fixedInt(number)
            .raw("a\0b".getBytes(StandardCharsets.UTF_8))
            .toBytes();
    byte[] value =
        new BinaryWriter(32)
            .octet(1)
            .octet(1)
            .varint(57)
            .fixed(Double.doubleToLongBits(12.25))
            .fixed(TIME.toEpochMilli())
            .toBytes();
    try (Database database = Database.open(temporary.resolve("data/rocksdb"), 1 << 20);
        WriteBatch batch = new WriteBatch()) {
      batch.put(database.handle(ColumnFamily.META), key, value);
      database.write(batch);
    }
    Judgement read;
    try (DocumentStore store = open("data")) {
      read = all(store, COLLECTION, 10).getFirst();
    }
    assertThat(read).isEqualTo(new Judgement("a", "b", true, 57, 12.25, TIME));
    // The distance is all that can be compared.
    Fingerprint other = Fingerprint.of(128, FIRST.word(0) ^ -1L >>> 7, FIRST.word(1));
    assertThat(read.appliesTo(FIRST, other, 3)).isTrue();
    assertThat(read.appliesTo(FIRST, SECOND, 3)).isFalse();
  }

  @Test
  void aJudgementAppliesToTheJudgedTexts() {
    Judgement judgement = new Judgement("a", "b", true, 2, 1, TIME, FIRST, SECOND);
    assertThat(judgement.appliesTo(FIRST, SECOND, 0)).isTrue();
    Fingerprint edited = Fingerprint.of(128, FIRST.word(0) ^ 0b111, FIRST.word(1));
    assertThat(judgement.appliesTo(edited, SECOND, 3)).isTrue();
    assertThat(judgement.appliesTo(edited, SECOND, 2)).isFalse();
    assertThat(judgement.appliesTo(FIRST, Fingerprint.of(128, 1, 2), 2)).isFalse();
    assertThat(judgement.appliesTo(SECOND, FIRST, 1)).isFalse(); // at the same distance
    assertThat(judgement.appliesTo(Fingerprint.of(128, 0, 0), SECOND, 128)).isFalse();
  }

  @Test
  void collectionsHaveJudgementsOfTheirOwn() {
    try (DocumentStore store = open("data")) {
      create(store, "other");
      create(store, "third");
      Judgement judgement = new Judgement("a", "b", true, 5, 1, TIME);
      for (String collection : List.of(COLLECTION, "other", "third")) {
        store.judgements().put(store.collections().incarnation(collection), List.of(judgement));
      }
      store.judgements().clear(store.collections().incarnation(COLLECTION));
      assertThat(all(store, COLLECTION, 10)).isEmpty();
      assertThat(all(store, "other", 10)).containsExactly(judgement);

      store.log().drop(store.collections().incarnation("other"), TIME, false);
      assertThatThrownBy(() ->
              store.judgements().put(store.collections().incarnation("other"), List.of(judgement)))
          .isInstanceOf(StoreException.class);
      create(store, "other");
      assertThat(all(store, "other", 10)).isEmpty();
      assertThat(all(store, "third", 10)).containsExactly(judgement);
    }
  }

  @Test
  void backupsHaveJudgements() {
    Judgement judgement = new Judgement("a", "b", true, 5, 1, TIME);
    Backups backups = new Backups(temporary.resolve("backups"));
    try (DocumentStore store = open("data")) {
      store.log().append(List.of(Documents.put("a")));
      store.judgements().put(store.collections().incarnation(COLLECTION), List.of(judgement));
      backups.create(store);
      store.judgements().clear(store.collections().incarnation(COLLECTION));
    }
    backups.restore(1, temporary.resolve("restored"));
    try (DocumentStore store = open("restored")) {
      assertThat(all(store, COLLECTION, 10)).containsExactly(judgement);
    }
  }

  private static List<Judgement> all(DocumentStore store, String collection, int pageSize) {
    List<Judgement> all = new ArrayList<>();
    List<Judgement> page;
    do {
      page =
          store
              .judgements()
              .list(
                  store.collections().incarnation(collection),
                  all.isEmpty() ? null : all.getLast(),
                  pageSize);
      all.addAll(page);
    } while (page.size() == pageSize);
    return all;
  }

  private static void create(DocumentStore store, String collection) {
    store
        .collections()
        .put(new CollectionSettings(collection, "paper-v1", null, false, null, TIME));
  }

  private DocumentStore open(String name) {
    DocumentStore store = DocumentStore.open(temporary.resolve(name), StoreOptions.DEFAULTS);
    if (store.collections().find(COLLECTION).isEmpty()) {
      Documents.makeCollection(store);
    }
    return store;
  }
}

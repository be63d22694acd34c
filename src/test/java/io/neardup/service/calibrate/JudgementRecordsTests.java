package io.neardup.service.calibrate;

import static io.neardup.store.Documents.COLLECTION;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.simhash.Fingerprint;
import io.neardup.store.CollectionRecords.Change;
import io.neardup.store.CollectionRecords.Kind;
import io.neardup.store.Documents;
import io.neardup.store.Incarnation;
import io.neardup.store.Judgement;
import io.neardup.store.StoreException;
import io.neardup.store.StoreException.StoreFault;
import io.neardup.store.StoreOptions;
import io.neardup.store.disk.DocumentStore;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JudgementRecordsTests {

  private static final Instant TIME = Instant.parse("2026-01-02T03:04:05.678Z");

  private static final Fingerprint FIRST = Fingerprint.of(128, 0x123456789L, 0xABCDEFL);
  private static final Fingerprint SECOND = Fingerprint.of(128, 0x123456789L ^ 3, 0xABCDEFL);
  private static final Fingerprint NARROW = Fingerprint.of(64, 5);

  @TempDir private Path data;

  @AutoClose private DocumentStore store;
  private JudgementRecords judgements;

  @BeforeEach
  void open() {
    store = DocumentStore.open(data, StoreOptions.DEFAULTS);
    Documents.makeCollection(store);
    Incarnation collection = store.collections().incarnation(COLLECTION);
    judgements = new JudgementRecords(store.records(), collection);
  }

  @Test
  void judgementsAreReadAsTheyWereStored() {
    List<Judgement> stored =
        List.of(
            new Judgement("a", "b", true, 1, TIME, FIRST, SECOND),
            new Judgement("a", "bb", false, 12.25, TIME, FIRST, FIRST),
            new Judgement("aa", "b", false, 1e-9, TIME, SECOND, FIRST),
            new Judgement("https://example.org/?x=1", "ä", true, 1, TIME, NARROW, NARROW));
    judgements.put(stored.reversed());
    assertThat(all(100)).isEqualTo(stored);
    assertThat(all(1)).isEqualTo(stored);
    assertThat(judgements.find("a", "bb")).isEqualTo(stored.get(1));
    assertThat(judgements.find("bb", "a")).isEqualTo(stored.get(1));
    assertThat(judgements.find("b", "bb")).isNull();
    assertThat(judgements.remove("a", "b")).isTrue();
    assertThat(judgements.remove("a", "b")).isFalse();
    assertThat(all(2)).isEqualTo(stored.subList(1, 4));
    Judgement changed = new Judgement("a", "bb", true, 2, TIME, SECOND, SECOND);
    judgements.put(List.of(changed));
    assertThat(judgements.find("a", "bb")).isEqualTo(changed);
    judgements.clear();
    assertThat(all(2)).isEmpty();
  }

  @Test
  void aDamagedJudgementIsReported() {
    for (Change damaged :
        List.of(
            new Change(Kind.JUDGEMENT, "a", new byte[100]),
            new Change(Kind.JUDGEMENT, "a\0b", new byte[] {1, 1, 0}))) {
      store.records().apply(judgements.collection(), List.of(damaged));
      assertThatThrownBy(() -> judgements.list("", 10))
          .isInstanceOfSatisfying(
              StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreFault.DAMAGED));
      judgements.clear();
    }
  }

  @Test
  void aJudgementAppliesToTheJudgedTexts() {
    Judgement judgement = new Judgement("a", "b", true, 1, TIME, FIRST, SECOND);
    assertThat(judgement.distance()).isEqualTo(2);
    assertThat(judgement.appliesTo(FIRST, SECOND, 0)).isTrue();
    Fingerprint edited = Fingerprint.of(128, FIRST.word(0) ^ 0b111, FIRST.word(1));
    assertThat(judgement.appliesTo(edited, SECOND, 3)).isTrue();
    assertThat(judgement.appliesTo(edited, SECOND, 2)).isFalse();
    assertThat(judgement.appliesTo(FIRST, Fingerprint.of(128, 1, 2), 2)).isFalse();
    assertThat(judgement.appliesTo(SECOND, FIRST, 1)).isFalse(); // at the same distance
    assertThat(judgement.appliesTo(Fingerprint.of(128, 0, 0), SECOND, 128)).isFalse();
  }

  private List<Judgement> all(int pageSize) {
    List<Judgement> all = new ArrayList<>();
    String last = "";
    List<Judgement> page;
    do {
      page = judgements.list(last, pageSize);
      all.addAll(page);
      last = page.isEmpty() ? last : JudgementRecords.key(all.getLast().a(), all.getLast().b());
    } while (page.size() == pageSize);
    return all;
  }
}

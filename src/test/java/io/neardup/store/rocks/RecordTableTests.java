package io.neardup.store.rocks;

import static io.neardup.store.Documents.COLLECTION;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.store.CollectionRecords;
import io.neardup.store.CollectionRecords.Change;
import io.neardup.store.CollectionRecords.Kind;
import io.neardup.store.CollectionRecords.Stored;
import io.neardup.store.CollectionSettings;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.Documents;
import io.neardup.store.Incarnation;
import io.neardup.store.Logged;
import io.neardup.store.PartitionStore.Applied;
import io.neardup.store.PartitionStore.AppliedRecord;
import io.neardup.store.Position;
import io.neardup.store.StoreException;
import io.neardup.store.StoreException.StoreFault;
import io.neardup.store.StoreOptions;
import io.neardup.store.disk.Backups;
import io.neardup.store.disk.DocumentStore;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordTableTests {

  private static final Instant TIME = Instant.parse("2026-01-02T03:04:05.678Z");

  @TempDir private Path temporary;

  @AutoClose private DocumentStore store;

  @BeforeEach
  void open() {
    store = open("data");
  }

  @Test
  void recordsSurviveARestart() {
    List<String> sorted = List.of("a", "a\0b", "a\0bb", "aa\0b", "ä", "\uD83D\uDE00");
    for (Kind kind : Kind.values()) {
      apply(COLLECTION, sorted.reversed().stream().map(key -> put(kind, key, key + kind)).toList());
    }
    store.close();
    open();
    for (Kind kind : Kind.values()) {
      List<String> expected = sorted.stream().map(key -> key + "=" + key + kind).toList();
      assertThat(all(COLLECTION, kind, 100)).isEqualTo(expected);
      assertThat(all(COLLECTION, kind, 1)).isEqualTo(expected);
      assertThat(find(COLLECTION, kind, "a\0b")).isEqualTo("a\0b" + kind);
      assertThat(find(COLLECTION, kind, "b")).isNull();
    }
  }

  @Test
  void changesAreMadeInTheirOrder() {
    apply(
        COLLECTION,
        List.of(
            put(Kind.JOB, "a", "1"),
            put(Kind.JOB, "b", "1"),
            put(Kind.JOB, "a", "2"),
            new Change(Kind.JOB, "b", null),
            new Change(Kind.JUDGEMENT, "a", null)));
    assertThat(all(COLLECTION, Kind.JOB, 10)).containsExactly("a=2");
  }

  @Test
  void collectionsAndKindsHaveRecordsOfTheirOwn() {
    create("other");
    create("third");
    for (String collection : List.of(COLLECTION, "other", "third")) {
      for (Kind kind : Kind.values()) {
        apply(collection, List.of(put(kind, "a", "1"), put(kind, "b", "2")));
      }
    }
    records().clear(collection(COLLECTION), Kind.BOILERPLATE);
    assertThat(all(COLLECTION, Kind.BOILERPLATE, 10)).isEmpty();
    assertThat(all(COLLECTION, Kind.JUDGEMENT, 10)).containsExactly("a=1", "b=2");
    assertThat(all(COLLECTION, Kind.JOB, 10)).containsExactly("a=1", "b=2");
    assertThat(all("other", Kind.BOILERPLATE, 10)).containsExactly("a=1", "b=2");
  }

  @Test
  void aDeletedCollectionHasNoRecords() {
    create("other");
    create("third");
    for (String name : List.of("other", "third")) {
      apply(name, List.of(put(Kind.JUDGEMENT, "a", "1"), put(Kind.JOB, "a", "1")));
    }
    Incarnation former = collection("other");
    store.log().drop(former, TIME, false);
    assertFails(StoreFault.NO_COLLECTION, former);
    create("other");
    assertFails(StoreFault.SUPERSEDED, former);
    assertThat(all("other", Kind.JUDGEMENT, 10)).isEmpty();
    assertThat(all("third", Kind.JUDGEMENT, 10)).containsExactly("a=1");

    store.documents().removeCollection(collection("third"));
    store.close();
    assertThat(recordsOnDisk()).isZero();
  }

  private int recordsOnDisk() {
    int count = 0;
    try (Database database = Database.open(temporary.resolve("data/rocksdb"), 1 << 20);
        RangeScan scan = database.scan(ColumnFamily.RECORDS, new byte[0], new byte[] {-1})) {
      while (scan.next()) {
        count++;
      }
    }
    return count;
  }

  private void assertFails(StoreFault fault, Incarnation former) {
    for (Runnable call :
        List.<Runnable>of(
            () -> records().apply(former, List.of(put(Kind.JOB, "a", "1"))),
            () -> records().apply(former, List.of()),
            () -> records().find(former, Kind.JOB, "a"),
            () -> records().list(former, Kind.JOB, "", 1),
            () -> records().clear(former, Kind.JOB))) {
      assertThatThrownBy(call::run)
          .isInstanceOfSatisfying(StoreException.class, e -> assertThat(e.kind()).isEqualTo(fault));
    }
  }

  @Test
  void backupsHaveRecords() {
    Backups backups = new Backups(temporary.resolve("backups"));
    store.log().append(List.of(Documents.put("a")));
    apply(COLLECTION, List.of(put(Kind.JUDGEMENT, "a\0b", "1")));
    backups.create(store);
    records().clear(collection(COLLECTION), Kind.JUDGEMENT);
    store.close();
    backups.restore(1, temporary.resolve("restored"));
    store = open("restored");
    assertThat(all(COLLECTION, Kind.JUDGEMENT, 10)).containsExactly("a\0b=1");
  }

  @Test
  void recordsAreAppliedWithTheDocumentsAndThePositionOfAPartition() {
    create("other");
    Incarnation deleted = collection("other");
    store.documents().removeCollection(deleted);
    Put document = Documents.put("a");
    int partition = 0;
    Incarnation present = collection(COLLECTION);
    store
        .documents()
        .apply(
            partition,
            List.of(new Applied(present, new Logged<>(new Position(partition, 6), document))),
            List.of(
                new AppliedRecord(present, put(Kind.JOB, "a", "1")),
                new AppliedRecord(deleted, put(Kind.JOB, "a", "1")),
                new AppliedRecord(present, put(Kind.JOB, "a", "2")),
                new AppliedRecord(present, put(Kind.JOB, "b", "1")),
                new AppliedRecord(present, new Change(Kind.JOB, "b", null))),
            9,
            new byte[0]);
    store.documents().sync();
    store.close();
    assertThat(recordsOnDisk()).isEqualTo(1);
    open();
    assertThat(store.documents().applied(partition)).isEqualTo(9);
    assertThat(store.documents().find(present, "a")).isPresent();
    assertThat(all(COLLECTION, Kind.JOB, 10)).containsExactly("a=2");
  }

  @Test
  void aChangeChangesTheVersionOfItsKind() {
    Incarnation collection = collection(COLLECTION);
    long first = records().version(collection, Kind.JOB);
    long other = records().version(collection, Kind.BOILERPLATE);
    apply(COLLECTION, List.of(put(Kind.JOB, "a", "1")));
    long second = records().version(collection, Kind.JOB);
    assertThat(second).isNotEqualTo(first);
    store
        .documents()
        .apply(
            0,
            List.of(),
            List.of(new AppliedRecord(collection, put(Kind.JOB, "a", "2"))),
            1,
            new byte[0]);
    assertThat(records().version(collection, Kind.JOB)).isNotEqualTo(second);
    assertThat(records().version(collection, Kind.BOILERPLATE)).isEqualTo(other);
  }

  private List<String> all(String name, Kind kind, int pageSize) {
    List<String> all = new ArrayList<>();
    String last = "";
    List<Stored> page;
    do {
      page = records().list(collection(name), kind, last, pageSize);
      page.forEach(each -> all.add(each.key() + "=" + text(each.value())));
      last = page.isEmpty() ? last : page.getLast().key();
    } while (page.size() == pageSize);
    return all;
  }

  private @Nullable String find(String name, Kind kind, String key) {
    byte[] value = records().find(collection(name), kind, key);
    return value == null ? null : text(value);
  }

  private void apply(String name, List<Change> changes) {
    records().apply(collection(name), changes);
  }

  private CollectionRecords records() {
    return store.records();
  }

  private Incarnation collection(String name) {
    return store.collections().incarnation(name);
  }

  private static Change put(Kind kind, String key, String value) {
    return new Change(kind, key, value.getBytes(StandardCharsets.UTF_8));
  }

  private static String text(byte[] value) {
    return new String(value, StandardCharsets.UTF_8);
  }

  private void create(String name) {
    store.collections().put(new CollectionSettings(name, "paper-v1", null, false, null, TIME));
  }

  private DocumentStore open(String name) {
    DocumentStore opened = DocumentStore.open(temporary.resolve(name), StoreOptions.DEFAULTS);
    if (opened.collections().find(COLLECTION).isEmpty()) {
      Documents.makeCollection(opened);
    }
    return opened;
  }
}

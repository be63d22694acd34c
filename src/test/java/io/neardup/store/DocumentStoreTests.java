package io.neardup.store;

import static io.neardup.store.Documents.COLLECTION;
import static io.neardup.store.Documents.NOW;
import static io.neardup.store.Documents.delete;
import static io.neardup.store.Documents.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.store.CollectionRecords.Kind;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.StoreException.StoreFault;
import io.neardup.store.disk.DocumentStore;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DocumentStoreTests {

  @TempDir Path directory;

  @Test
  void documentsSurviveARestart() {
    Put put = put("a", 1, "{\"title\":\"one\"}", "the text");
    Position position;
    try (DocumentStore store = open()) {
      position = store.log().append(List.of(put)).getFirst();
    }
    try (DocumentStore store = open()) {
      assertThat(Documents.find(store, "a")).contains(Document.of(withoutText(put)).at(position));
      assertThat(Documents.text(store, "a")).contains("the text");
      assertThat(store.documents().applied(position.partition())).isEqualTo(position.offset());
    }
  }

  @Test
  void longMetadataSurviveARestart() {
    String metadata = "{\"long\":\"" + "é".repeat(5000) + "\"}";
    try (DocumentStore store = open()) {
      store.log().append(List.of(put("a", 1, metadata, null)));
      assertThat(find(store, "a").revision().metadata()).isEqualTo(metadata);
      store.log().append(List.of(put("a", 2, null, null)));
      assertThat(find(store, "a").revision().metadata()).isNull();
    }
  }

  @Test
  void aReplacedDocumentKeepsNothingOfTheOldOne() {
    try (DocumentStore store = open()) {
      store.log().append(List.of(put("a", 1, "{}", "the text")));
      store.log().append(List.of(put("a", 2, null, null)));
      assertThat(find(store, "a")).isEqualTo(put("a", 2, null, null));
      assertThat(Documents.text(store, "a")).isEmpty();
    }
  }

  @Test
  void deletedDocumentsAreNotFound() {
    try (DocumentStore store = open()) {
      store.log().append(List.of(put("a", 1, "{}", "the text"), put("b"), delete("a")));
      assertThat(Documents.find(store, "a")).isEmpty();
      assertThat(Documents.text(store, "a")).isEmpty();
      assertThat(ids(store, "", 10)).containsExactly("b");
    }
  }

  @Test
  void offsetsGrowAcrossStarts() {
    List<Position> positions = new ArrayList<>();
    for (int start = 0; start < 3; start++) {
      try (DocumentStore store = open()) {
        for (int i = 0; i < 50; i++) {
          positions.addAll(store.log().append(List.of(put("a" + i), put("b" + i))));
        }
      }
    }
    assertThat(positions.stream().map(Position::offset)).isSorted().doesNotHaveDuplicates();
    assertThat(positions.stream().map(Position::partition)).containsOnly(0);
  }

  @Test
  void documentsAreListedInTheOrderOfTheirIdsWhateverTheirPartition() {
    List<String> ids = new ArrayList<>(List.of("a", "b/文", "𝄞", "Z", "é", "aa"));
    IntStream.range(0, 200).forEach(i -> ids.add("id-" + i));
    try (DocumentStore store = open()) {
      store
          .collections()
          .put(new CollectionSettings("other", "simhash-256-v1", null, false, null, NOW));
      store.log().append(ids.stream().distinct().map(Documents::put).toList());
      List<String> listed = new ArrayList<>();
      List<String> page = ids(store, "", 7);
      while (!page.isEmpty()) {
        listed.addAll(page);
        page = ids(store, page.getLast(), 7);
      }
      assertThat(listed)
          .containsExactlyElementsOf(
              ids.stream()
                  .distinct()
                  .sorted((x, y) ->
                      java.util.Arrays.compareUnsigned(
                          x.getBytes(StandardCharsets.UTF_8), y.getBytes(StandardCharsets.UTF_8)))
                  .toList());
      assertThat(store.documents().list(store.collections().incarnation("other"), "", 10))
          .isEmpty();
    }
  }

  @Test
  void everyDocumentIsReadOnceAtTheStart() {
    int count = 5_000;
    try (DocumentStore store = open()) {
      store.log().append(Documents.puts(0, count));
      store.log().append(List.of(delete("id7"), put("id8", 2, null, null)));
    }
    try (DocumentStore store = open()) {
      Set<String> seen = ConcurrentHashMap.newKeySet();
      List<Long> reports = new ArrayList<>();
      store
          .documents()
          .forEach(
              2,
              () ->
                  row -> {
                    assertThat(seen.add(row.id())).isTrue();
                    Document stored = Documents.find(store, row.id()).orElseThrow();
                    Revision revision = stored.revision();
                    assertThat(row.collection()).isEqualTo(COLLECTION);
                    assertThat(row.offset()).isEqualTo(stored.offset());
                    assertThat(row.fingerprint()).isEqualTo(revision.fingerprint());
                    assertThat(row.features()).isEqualTo(42);
                    assertThat(row.expiresAt()).isZero();
                  },
              (collection, failure) -> {
                throw failure;
              },
              (done, estimated) -> {
                synchronized (reports) {
                  reports.add(done);
                }
              });
      assertThat(seen).hasSize(count - 1).doesNotContain("id7");
      assertThat(reports.getLast()).isEqualTo(count - 1L);
    }
  }

  @Test
  void exceptionsOfVisitorsEndTheScan() {
    try (DocumentStore store = open()) {
      store.log().append(List.of(put("a"), put("b"), put("c")));
      assertThatThrownBy(() ->
              store
                  .documents()
                  .forEach(
                      2,
                      () ->
                          row -> {
                            throw new IllegalStateException("no room");
                          },
                      (collection, failure) -> {
                        throw failure;
                      },
                      (done, estimated) -> {}))
          .hasMessage("no room");
    }
  }

  @Test
  void appendsOfManyThreadsAreAllStored() throws Exception {
    try (DocumentStore store = open()) {
      List<Future<?>> writers = new ArrayList<>();
      try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
        for (int thread = 0; thread < 8; thread++) {
          String prefix = thread + "-";
          writers.add(
              threads.submit(() -> {
                for (int i = 0; i < 100; i++) {
                  Position position = store.log().append(List.of(put(prefix + i))).getFirst();
                  assertThat(Documents.find(store, prefix + i))
                      .map(Document::position)
                      .contains(position);
                }
              }));
        }
      }
      for (Future<?> writer : writers) {
        writer.get();
      }
      assertThat(ids(store, "", 10_000)).hasSize(800);
    }
  }

  @Test
  void appendsOfOneThreadKeepTheirOrder() {
    try (DocumentStore store = open()) {
      List<CompletableFuture<List<Position>>> waiting = new ArrayList<>();
      for (int version = 1; version <= 500; version++) {
        waiting.add(
            store
                .log()
                .appendLater(
                    Documents.incarnation(store),
                    List.of(put("a", version, null, null)),
                    () -> true));
      }
      assertThat(waiting.stream().map(done -> done.join().getFirst().offset())).isSorted();
      assertThat(find(store, "a").revision().version()).isEqualTo(500);
    }
  }

  @Test
  void anEventOfAMissingCollectionIsRefused() {
    try (DocumentStore store = open()) {
      Put stray = new Put("nothing", "a", put("a").revision(), NOW);
      assertThatThrownBy(() -> store.log().append(List.of(stray)))
          .isInstanceOfSatisfying(
              StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreFault.NO_COLLECTION))
          .hasMessageContaining("'nothing'");
    }
  }

  /// It was decided on another write, which has failed for the same reason.
  @Test
  void aWriteToADroppedCollectionIsRefusedAsSuch() {
    try (DocumentStore store = open()) {
      Incarnation dropped = Documents.incarnation(store);
      assertThatThrownBy(() -> store.log().appendLater(dropped, List.of(put("a")), () -> false))
          .isInstanceOfSatisfying(
              StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreFault.IO));
      store.log().drop(dropped, NOW, false);
      assertThatThrownBy(() -> store.log().appendLater(dropped, List.of(put("a")), () -> false))
          .isInstanceOfSatisfying(
              StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreFault.NO_COLLECTION));
    }
  }

  @Test
  void aDroppedCollectionLeavesNothingAndItsNameCanBeUsedAgain() {
    try (DocumentStore store = open()) {
      store
          .collections()
          .put(new CollectionSettings("other", "simhash-256-v1", null, false, null, NOW));
      store.log().append(List.of(new Put("other", "kept", put("a").revision(), NOW)));
      store.log().append(Documents.puts(0, 100));
      store.log().drop(Documents.incarnation(store), NOW, false);
      assertThat(store.collections().find(COLLECTION)).isEmpty();
    }
    try (DocumentStore store = open()) { // creates it again
      assertThat(ids(store, "", 10)).isEmpty();
      assertThat(Documents.find(store, "id1")).isEmpty();
      assertThat(store.documents().find(store.collections().incarnation("other"), "kept"))
          .isPresent();
      store.log().append(List.of(put("id1")));
      assertThat(ids(store, "", 10)).containsExactly("id1");
    }
  }

  @Test
  void settingsOfCollectionsSurviveARestart() {
    CollectionSettings settings =
        new CollectionSettings("a/文", "paper-v1", 3, true, Duration.ofHours(5), NOW);
    try (DocumentStore store = open()) {
      store.collections().put(new CollectionSettings("a/文", "paper-v1", 7, false, null, NOW));
      store.collections().put(settings);
    }
    try (DocumentStore store = open()) {
      assertThat(store.collections().find("a/文")).contains(settings);
      assertThat(store.collections().list())
          .extracting(CollectionSettings::name)
          .containsExactly("a/文", COLLECTION);
    }
  }

  @Test
  void expiredDocumentsAreListedUntilTheyAreDeleted() {
    Instant soon = NOW.plusSeconds(10);
    Instant late = NOW.plusSeconds(1000);
    try (DocumentStore store = open()) {
      store
          .log()
          .append(
              List.of(
                  Documents.expiring("late", late),
                  Documents.expiring("soon", soon),
                  put("stays"),
                  Documents.expiring("deleted", soon),
                  Documents.expiring("prolonged", soon),
                  delete("deleted"),
                  Documents.expiring("prolonged", late)));
      assertThat(store.documents().expired(soon, 10, each -> true)).isEmpty();
      assertThat(store.documents().expired(soon.plusMillis(1), 10, each -> true))
          .containsExactly(new PartitionStore.Expired(Documents.incarnation(store), "soon", soon));
      store.log().append(List.of(delete("soon")));
      assertThat(store.documents().expired(late.plusMillis(1), 10, each -> true))
          .extracting(PartitionStore.Expired::id)
          .containsExactlyInAnyOrder("late", "prolonged");
      assertThat(store.documents().expired(late.plusMillis(1), 1, each -> true)).hasSize(1);
    }
  }

  @Test
  void theCollectionsOfALogCanBeRemoved() {
    try (DocumentStore store = open()) {
      PartitionStore documents = store.documents();
      Incarnation present = Documents.incarnation(store);
      Incarnation removed =
          store
              .collections()
              .put(new CollectionSettings("other", "simhash-256-v1", null, false, null, NOW).in(3));
      store.log().append(List.of(put("a"), put("b")));
      Put other = new Put("other", "a", put("a").revision(), NOW);
      CollectionRecords.Change job = new CollectionRecords.Change(Kind.JOB, "j", new byte[1]);
      documents.apply(
          3,
          List.of(new PartitionStore.Applied(removed, new Logged<>(new Position(3, 7), other))),
          List.of(new PartitionStore.AppliedRecord(removed, job)),
          7,
          new byte[] {1});
      long version = store.records().version(removed, Kind.JOB);
      documents.remove(3);
      assertThat(documents.find(removed, "a")).isEmpty();
      assertThat(store.records().find(removed, Kind.JOB, "j")).isNull();
      assertThat(store.records().version(removed, Kind.JOB)).isNotEqualTo(version);
      assertThat(documents.applied(3)).isZero();
      assertThat(documents.state(3)).isEmpty();
      assertThat(documents.find(present, "a")).isPresent();
      assertThat(documents.applied(0)).isEqualTo(2);
    }
  }

  @Test
  void closedStoresThrow() {
    DocumentStore store = open();
    store.close();
    assertThatThrownBy(() -> Documents.find(store, "a")).hasMessageContaining("closed");
    assertThatThrownBy(() -> store.log().append(List.of(put("a")))).hasMessageContaining("closed");
    store.close();
  }

  @Test
  void idsThatUtf8CannotHoldAreRefused() {
    assertThatThrownBy(() -> put("a\ud800"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("surrogate");
    assertThat(put("a\ud834\udd1e").id()).hasSize(3);
  }

  private DocumentStore open() {
    return Documents.open(directory.resolve("data"));
  }

  private static Put find(DocumentStore store, String id) {
    return Documents.find(store, id).orElseThrow().put(COLLECTION);
  }

  private static List<String> ids(DocumentStore store, String after, int limit) {
    return store.documents().list(Documents.incarnation(store), after, limit).stream()
        .map(Document::id)
        .toList();
  }

  private static Put withoutText(Put put) {
    return new Put(put.collection(), put.id(), put.revision().withoutText(), put.time());
  }
}

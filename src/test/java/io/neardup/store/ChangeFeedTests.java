package io.neardup.store;

import static io.neardup.store.Documents.NOW;
import static io.neardup.store.Documents.delete;
import static io.neardup.store.Documents.put;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Eventually;
import io.neardup.Seeds;
import io.neardup.store.disk.DocumentStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChangeFeedTests {

  @TempDir Path directory;
  @AutoClose private DocumentStore store;

  @BeforeEach
  void openStore() {
    store = open("data");
  }

  @Test
  void changesAreReadInOrder() {
    store.log().append(List.of(put("a"), put("b")));
    store.log().append(List.of(delete("a"), put("c", 1, "{}", "the text")));
    ChangePage page = store.log().read(store.log().start(), 10, true);
    assertThat(page.changes())
        .extracting(Logged::event)
        .containsExactly(put("b"), delete("a"), put("c", 1, "{}", "the text"));
    assertThat(page.changes()).extracting(change -> change.position().offset()).isSorted();
    assertThat(page.more()).isFalse();
    assertThat(store.log().read(page.next(), 10, true).changes()).isEmpty();
  }

  /// A page is in memory until it is sent.
  @Test
  void aPageOfLongTextsEndsEarly() {
    String text = "long ".repeat(800_000); // four million characters, twelve times
    List<DocumentEvent> puts =
        IntStream.range(0, 12)
            .mapToObj(i -> (DocumentEvent) put("id" + i, 1, null, text + i))
            .toList();
    store.log().append(puts);
    List<DocumentEvent> read = new ArrayList<>();
    ChangePage page = store.log().read(store.log().start(), 1_000, true);
    while (page.more()) {
      assertThat(page.changes()).hasSizeBetween(1, 4);
      read.addAll(page.changes().stream().map(Logged::event).toList());
      page = store.log().read(page.next(), 1_000, true);
    }
    read.addAll(page.changes().stream().map(Logged::event).toList());
    assertThat(read).isEqualTo(puts);
    assertThat(store.log().read(store.log().start(), 1_000, false).changes()).hasSize(12);
  }

  @Test
  void onlyTheLastChangeOfADocumentIsReported() {
    for (int version = 1; version <= 20; version++) {
      store.log().append(List.of(put("a", version, null, null)));
    }
    assertThat(events(store.log().start())).containsExactly(put("a", 20, null, null));
  }

  @Test
  void readingFromTheEndReportsOnlyLaterChanges() {
    store.log().append(List.of(put("a")));
    ChangeCursor end = ChangeCursor.parse(store.log().end().toString());
    assertThat(events(end)).isEmpty();
    store.log().append(List.of(put("b")));
    assertThat(events(end)).containsExactly(put("b"));
  }

  @Test
  void aCopyMadeFromTheFeedEqualsTheStore() {
    Seeds.random(random -> {
      try (DocumentStore copy = open("copy")) {
        ChangeCursor cursor = store.log().start();
        for (int round = 0; round < 60; round++) {
          List<DocumentEvent> events = new ArrayList<>();
          for (int i = random.nextInt(1, 30); i > 0; i--) {
            String id = "id" + random.nextInt(200);
            String metadata =
                random.nextBoolean() ? "{\"a\":" + "1".repeat(random.nextInt(1, 900)) + "}" : null;
            String text = random.nextBoolean() ? "text" + round : null;
            events.add(random.nextInt(3) == 0 ? delete(id) : put(id, 1 + round, metadata, text));
          }
          store.log().append(events);
          if (random.nextInt(4) == 0) {
            store.log().compact(NOW, 50);
          }
          if (random.nextBoolean()) {
            ChangePage page = store.log().read(cursor, random.nextInt(1, 100), true);
            apply(copy, page.changes());
            cursor = page.next();
          }
        }
        ChangePage page;
        do {
          page = store.log().read(cursor, 17, true);
          apply(copy, page.changes());
          cursor = page.next();
        } while (page.more());
        assertThat(all(copy)).isNotEmpty().isEqualTo(all(store));
      }
    });
  }

  /// Waits as long as the test may take, unless a commit ends it.
  @Test
  void commitsEndWaits() throws Exception {
    store.log().append(List.of(put("a")));
    ChangeCursor end = store.log().end();
    store.log().await(store.log().start(), Long.MAX_VALUE / 1_000_000); // not at all
    store.log().await(end, 1);
    Thread waiting =
        Thread.startVirtualThread(() -> {
          try {
            store.log().await(end, Duration.ofDays(1).toMillis());
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
    Eventually.await().until(() -> waiting.getState() == Thread.State.TIMED_WAITING);
    store.log().append(List.of(put("b")));
    waiting.join();
    assertThat(events(end)).containsExactly(put("b"));
  }

  @Test
  void aDroppedCollectionIsReportedOnce() {
    store.log().append(Documents.puts(0, 50));
    try (DocumentStore copy = open("copy")) {
      ChangePage page = store.log().read(store.log().start(), 100, true);
      apply(copy, page.changes());
      store.log().drop(Documents.incarnation(store), NOW, false);
      Documents.makeCollection(store);
      store.log().append(List.of(put("new")));
      page = store.log().read(page.next(), 100, true);
      assertThat(page.changes()).hasSize(2);
      apply(copy, page.changes());
      assertThat(Documents.ids(copy)).containsExactly("new");
    }
  }

  private static void apply(DocumentStore copy, List<Logged<DocumentEvent>> changes) {
    Incarnation collection = Documents.incarnation(copy);
    for (Logged<DocumentEvent> change : changes) {
      copy.documents()
          .apply(
              change.position().partition(),
              List.of(new PartitionStore.Applied(collection, change)),
              List.of(),
              change.position().offset(),
              new byte[0]);
    }
  }

  private List<DocumentEvent> events(ChangeCursor cursor) {
    return store.log().read(cursor, 10_000, true).changes().stream()
        .<DocumentEvent>map(Logged::event)
        .toList();
  }

  private static List<List<Object>> all(DocumentStore from) {
    List<List<Object>> all = new ArrayList<>();
    for (Document document : Documents.list(from)) {
      String text = Documents.text(from, document.id()).orElse("none");
      all.add(List.of(document, text));
    }
    return all;
  }

  private DocumentStore open(String name) {
    return Documents.open(directory.resolve(name));
  }
}

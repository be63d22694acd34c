package io.neardup.store.log;

import static io.neardup.store.Documents.NOW;
import static io.neardup.store.Documents.delete;
import static io.neardup.store.Documents.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.store.ChangeCursor;
import io.neardup.store.ChangePage;
import io.neardup.store.DocumentEvent;
import io.neardup.store.Documents;
import io.neardup.store.Logged;
import io.neardup.store.StoreException;
import io.neardup.store.StoreException.StoreFault;
import io.neardup.store.disk.DocumentStore;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogCompactionTests {

  private static final Instant MUCH_LATER = NOW.plus(Duration.ofDays(8));

  @TempDir Path directory;
  @AutoClose private DocumentStore store;

  @BeforeEach
  void openStore() {
    store = open();
  }

  @Test
  void compactionRemovesOnlyReplacedRevisions() {
    store.log().append(Documents.puts(0, 100));
    store.log().append(IntStream.range(0, 40).mapToObj(i -> put("id" + i, 2, null, null)).toList());
    store.log().append(List.of(delete("id99")));
    List<DocumentEvent> before = events(store.log().start());
    assertThat(store.log().compact(NOW, 10_000)).isEqualTo(41);
    assertThat(store.log().compact(NOW, 10_000)).isZero();
    assertThat(events(store.log().start())).isEqualTo(before).hasSize(100);
  }

  @Test
  void cursorsBeforeACompactedDeleteAreRefused() {
    store.log().append(List.of(put("a"), put("b")));
    ChangeCursor behind = store.log().read(store.log().start(), 1, false).next();
    store.log().append(List.of(delete("a"), put("c")));
    ChangeCursor current = store.log().end();
    assertThat(store.log().compact(MUCH_LATER, 10_000)).isEqualTo(2);
    assertThatThrownBy(() -> store.log().read(behind, 10, false))
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreFault.TOO_FAR_BEHIND))
        .hasMessageContaining("168 hours");
    store.close();
    store = open();
    assertThatThrownBy(() -> store.log().read(behind, 10, false))
        .isInstanceOf(StoreException.class);
    assertThat(events(current)).isEmpty();
    assertThat(events(store.log().start())).containsExactly(put("b"), put("c"));
  }

  @Test
  void cursorsThatBeganAfterADeleteAreAccepted() {
    store.log().append(List.of(put("a"), put("b"), delete("a"), put("c"), put("d")));
    ChangePage first = store.log().read(store.log().start(), 2, false);
    assertThat(first.changes()).hasSize(1); // b; the put of a was replaced by its delete
    store.log().compact(MUCH_LATER, 10_000);
    assertThat(events(first.next())).containsExactly(put("c"), put("d"));
  }

  @Test
  void deletesOfRestoredDocumentsAreCompactedAtOnce() {
    store.log().append(List.of(put("a")));
    ChangeCursor behind = store.log().read(store.log().start(), 1, false).next();
    store.log().append(List.of(delete("a")));
    store.log().append(List.of(put("a", 2, null, null)));
    assertThat(store.log().compact(NOW, 10_000)).isEqualTo(2);
    assertThat(events(behind)).containsExactly(put("a", 2, null, null));
  }

  /// What could be removed stays until it is a tenth of the log, or for an eighth of seven days.
  @Test
  void theLogIsNotReadAgainBeforeThereMayBeEnoughToRemove() {
    store.log().append(Documents.puts(0, 60));
    store.log().append(Documents.puts(60, 100));
    assertThat(store.log().compact(NOW, 60)).isZero();
    assertThat(store.log().compact(NOW, 60)).isZero(); // the end of the first pass
    store.log().append(List.of(put("id0", 2, null, null)));
    store.log().append(Documents.puts(100, 120));
    assertThat(store.log().compact(NOW, 1_000)).as("new documents remove nothing").isZero();
    Instant later = NOW.plus(Duration.ofHours(21));
    assertThat(store.log().compact(later, 1_000)).isEqualTo(1);
    store
        .log()
        .append(IntStream.range(0, 12).mapToObj(i -> put("id0", 3 + i, null, null)).toList());
    assertThat(store.log().compact(later, 1_000)).isZero();
    store.log().append(List.of(put("id1", 2, null, null)));
    assertThat(store.log().compact(later, 1_000)).isEqualTo(13);
  }

  @Test
  void anOldDeleteIsRemovedWithoutFurtherWrites() {
    store.log().append(Documents.puts(0, 100));
    store.log().append(List.of(delete("id99")));
    assertThat(store.log().compact(NOW, 1_000)).isEqualTo(1);
    assertThat(store.log().compact(MUCH_LATER, 1_000)).isEqualTo(1);
  }

  @Test
  void theEntriesOfADeletedCollectionAreRemovedAtOnce() {
    store.log().append(Documents.puts(0, 1_000));
    assertThat(store.log().compact(NOW, 10_000)).isZero();
    store.log().drop(Documents.incarnation(store), NOW, false);
    assertThat(store.log().compact(NOW, 10_000)).isEqualTo(1_000);
  }

  private List<DocumentEvent> events(ChangeCursor cursor) {
    return store.log().read(cursor, 10_000, true).changes().stream()
        .<DocumentEvent>map(Logged::event)
        .toList();
  }

  private DocumentStore open() {
    return Documents.open(directory);
  }
}

package io.neardup.service.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.index.StopSignal;
import io.neardup.profile.Content;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.Source;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.collection.LoadedCollections;
import io.neardup.service.lookup.LookupRequest;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.service.write.WriteResult.Outcome;
import io.neardup.store.ContentHash;
import io.neardup.store.EventLog.Answer;
import io.neardup.store.StoreException;
import io.neardup.store.StoreOptions;
import io.neardup.store.disk.DocumentStore;
import io.neardup.web.Texts;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// No answer refers to a write that is not on disk and may yet fail. The log is held while it
/// commits, so that all later writes wait. The clock stands still.
class UnsettledWriteTests {

  private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
  private static final Precondition NEW = new Precondition(null, List.of("*"));

  @TempDir private Path data;

  private final CountDownLatch released = new CountDownLatch(1);
  private DocumentStore store;
  private DocumentCollection collection;

  @BeforeEach
  void open() {
    store = DocumentStore.open(data, StoreOptions.DEFAULTS);
    DocumentCollections collections = LoadedCollections.of(store, Clock.fixed(NOW, ZoneOffset.UTC));
    collection = collections.get(null);
  }

  @AfterEach
  void close() {
    released.countDown();
    store.close();
  }

  @Test
  void aNewIdIsRefusedOnceItsDocumentCanBeRead() throws Exception {
    holdTheLog();
    CompletableFuture<WriteResult> first = store("a", 1, NEW);
    CompletableFuture<WriteResult> second = store("a", 2, NEW);
    assertThat(second).isNotDone();
    assertThat(collection.find("a")).isEmpty();
    released.countDown();
    assertThat(first.join().outcome()).isEqualTo(Outcome.ADDED);
    assertRefused(second);
    assertThat(collection.find("a")).isPresent();
  }

  @Test
  void aNewIdIsStoredIfTheWriteBeforeFails() throws Exception {
    holdTheLog();
    CompletableFuture<WriteResult> first = failing("a", 1);
    CompletableFuture<WriteResult> second = store("a", 2, NEW);
    assertThat(second).isNotDone();
    released.countDown();
    assertThatThrownBy(first::join).hasCauseInstanceOf(StoreException.class);
    assertThat(second.join().outcome()).isEqualTo(Outcome.ADDED);
    assertThat(collection.get("a").version()).isEqualTo(1);
  }

  @Test
  void changesAndDeletionsWithATagWaitForTheWriteBefore() throws Exception {
    String tag = stored(store("a", 1, Precondition.NONE).join());
    Precondition same = new Precondition(List.of(tag), null);
    holdTheLog();
    CompletableFuture<WriteResult> first = store("a", 2, Precondition.NONE);
    CompletableFuture<?> removed = collection.remove("a", same);
    CompletableFuture<?> changed =
        collection.revise("a", same, new DocumentChange(false, null, null, null));
    assertThat(removed).isNotDone();
    assertThat(changed).isNotDone();
    released.countDown();
    first.join();
    assertRefused(removed);
    assertRefused(changed);
    assertThat(collection.get("a").version()).isEqualTo(2);
  }

  @Test
  void anAnswerIsNotKeptIfItsGroundsFail() throws Exception {
    holdTheLog();
    CompletableFuture<WriteResult> first = failing("a", 1);
    ContentHash key = new ContentHash(5, 6);
    CompletableFuture<WriteResult> second =
        collection.store(
            prepare("b", 1, OnDuplicate.SKIP, Precondition.NONE),
            result -> new Answer(key, NOW, result.outcome().name()));
    released.countDown();
    assertThatThrownBy(first::join).hasCauseInstanceOf(StoreException.class);
    assertThat(second.join().outcome()).isEqualTo(Outcome.ADDED);
    assertThat(store.answers().find(key, NOW)).contains("ADDED");
  }

  @Test
  void aDocumentThatIsStoredAgainHasAnotherTagAlthoughTheTimeIsTheSame() {
    String before = stored(store("a", 1, Precondition.NONE).join());
    collection.remove("a", new Precondition(List.of(before), null)).join();
    WriteResult again = store("a", 2, Precondition.NONE).join();
    assertThat(again.document()).isNotNull();
    assertThat(again.document().version()).isEqualTo(1);
    assertThat(stored(again)).isNotEqualTo(before);
    assertThat(collection.get("a").tag()).isEqualTo(stored(again));
    Precondition former = new Precondition(List.of(before), null);
    assertThatThrownBy(() -> collection.remove("a", former).join()) // refused at once or later
        .satisfiesAnyOf(
            e -> assertThat(e).isInstanceOf(RequestException.class),
            e -> assertThat(e).hasCauseInstanceOf(RequestException.class));
    collection.remove("a", new Precondition(List.of(stored(again)), null)).join();
  }

  @Test
  void tagsStayAfterARestart() {
    String tag = stored(store("a", 1, Precondition.NONE).join());
    store.close();
    open();
    assertThat(collection.get("a").tag()).isEqualTo(tag);
    Precondition same = new Precondition(List.of(tag), null);
    assertThat(collection.remove("a", same).join()).isPresent();
  }

  private static String stored(WriteResult result) {
    assertThat(result.document()).isNotNull();
    return result.document().tag();
  }

  /// Begins a commit that ends when [#released] does.
  private void holdTheLog() throws InterruptedException {
    CountDownLatch committing = new CountDownLatch(1);
    keep(
        "held",
        9,
        () -> {
          committing.countDown();
          try {
            released.await();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
    committing.await();
  }

  /// A write whose commit fails.
  private CompletableFuture<WriteResult> failing(String id, int text) {
    return keep(
        id,
        text,
        () -> {
          throw new IllegalStateException("the disk fails");
        });
  }

  private CompletableFuture<WriteResult> keep(String id, int text, Runnable whileCommitting) {
    return collection.store(
        prepare(id, text, OnDuplicate.ADD, Precondition.NONE),
        result ->
            new Answer(
                new ContentHash(text, id.hashCode()),
                NOW,
                10,
                position -> {
                  whileCommitting.run();
                  return "kept";
                }));
  }

  private CompletableFuture<WriteResult> store(String id, int text, Precondition condition) {
    return collection.store(prepare(id, text, OnDuplicate.ADD, condition), null);
  }

  private PreparedDocument prepare(
      String id, int text, OnDuplicate onDuplicate, @Nullable Precondition condition) {
    return collection.prepare(
        new NewDocument(
            id,
            new Source.OfContent(new Content.Text(Texts.of(text))),
            null,
            new LookupRequest(null, 1.0, null, null, MetadataFilter.NONE),
            onDuplicate,
            null,
            null,
            condition),
        StopSignal.NEVER);
  }

  private static void assertRefused(CompletableFuture<?> write) {
    assertThatThrownBy(write::join)
        .isInstanceOf(CompletionException.class)
        .cause()
        .isInstanceOfSatisfying(
            RequestException.class, e -> assertThat(e.kind()).isEqualTo(Fault.PRECONDITION_FAILED));
  }
}

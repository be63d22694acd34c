package io.neardup.service.write;

import static io.neardup.Eventually.PATIENCE;
import static io.neardup.Eventually.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.index.StopSignal;
import io.neardup.measure.DocumentFrequencies.Edition;
import io.neardup.profile.Content;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.Source;
import io.neardup.service.collection.CollectionChange;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.collection.LoadedCollections;
import io.neardup.service.lookup.LookupRequest;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.service.write.DocumentStates.DocumentState;
import io.neardup.service.write.WriteResult.Outcome;
import io.neardup.simhash.Fingerprint;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.HeldCommits;
import io.neardup.store.Position;
import io.neardup.store.Revision;
import io.neardup.store.StoreException;
import io.neardup.store.Verdict;
import io.neardup.store.VerifyMode;
import io.neardup.store.WeightSource;
import io.neardup.store.disk.DocumentStore;
import io.neardup.web.Texts;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
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
  private final HeldCommits commits = new HeldCommits();
  private DocumentStore store;
  private DocumentCollections collections;
  private DocumentCollection collection;

  @BeforeEach
  void open() {
    store = DocumentStore.open(data, commits.options());
    collections = LoadedCollections.of(store, Clock.fixed(NOW, ZoneOffset.UTC));
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
        collection.revise("a", same, new DocumentChange(false, null, null, null, null));
    assertThat(removed).isNotDone();
    assertThat(changed).isNotDone();
    released.countDown();
    first.join();
    assertRefused(removed);
    assertRefused(changed);
    assertThat(collection.get("a").version()).isEqualTo(2);
  }

  @Test
  void aChangeOfADocumentThatIsNotStoredFails() throws Exception {
    CompletableFuture<WriteResult> first = heldAndFailing("a", 1);
    CompletableFuture<?> changed =
        collection.revise("a", Precondition.NONE, new DocumentChange(null, true, null, null, null));
    CompletableFuture<WriteResult> again = store("a", 2, Precondition.NONE);
    CompletableFuture<WriteResult> other = store("b", 3, Precondition.NONE);
    released.countDown();
    assertFails(first);
    assertFails(changed);
    assertFails(again); // it would inherit version and verdict
    assertFails(other); // decided before the failure was known
    assertThat(collection.find("a")).isEmpty();
    assertThat(collection.find("b")).isEmpty();
    assertThat(store("a", 2, Precondition.NONE).join().outcome()).isEqualTo(Outcome.ADDED);
    assertThat(collection.get("a").version()).isEqualTo(1);
    assertThat(collection.get("a").revision().allowed()).isFalse();
    store.close();
    open();
    assertThat(collection.size()).isEqualTo(1);
  }

  @Test
  void featuresOfWritesThatFailAreNotCounted() throws Exception {
    countFeatures();
    store("a", 1, Precondition.NONE).join();
    store("b", 2, Precondition.NONE).join();
    CompletableFuture<WriteResult> first = heldAndFailing("a", 3);
    CompletableFuture<?> removed = collection.remove("b", Precondition.NONE);
    released.countDown();
    assertFails(first);
    assertFails(removed);
    store("a", 4, Precondition.NONE).join();
    store("b", 5, Precondition.NONE).join();
    Edition counted = Objects.requireNonNull(collection.documents().frequencies()).edition();
    assertThat(counted.documents()).isEqualTo(2);
    store.close();
    open();
    assertThat(Objects.requireNonNull(collection.documents().frequencies()).edition())
        .isEqualTo(counted);
  }

  @Test
  void featuresAreCountedOnceWritesAreSettledThoughTheThreadIsInterrupted() throws Exception {
    store("a", 1, Precondition.NONE).join();
    holdTheLog();
    Thread counting = Thread.ofPlatform().start(() -> collection.writes().countFeatures(true));
    counting.interrupt();
    await().until(() -> counting.getState() == Thread.State.WAITING); // without a loop
    assertThat(collection.documents().frequencies()).isNull();
    released.countDown();
    counting.join();
    assertThat(Objects.requireNonNull(collection.documents().frequencies()).edition().documents())
        .isEqualTo(2);
  }

  @Test
  void otherCollectionsAreCreatedWhileTheDocumentsOfOneAreRead() throws Exception {
    holdTheLog();
    Thread counting = Thread.ofPlatform().start(this::countFeatures);
    await().until(() -> counting.getState() == Thread.State.WAITING);
    CompletableFuture<Boolean> other =
        CompletableFuture.supplyAsync(() ->
            collections
                .put(
                    "other",
                    new CollectionChange(
                        null, null, false, null, WeightSource.PROFILE, false, null))
                .created());
    assertThat(other).succeedsWithin(PATIENCE).isEqualTo(true);
    assertThat(collection.documents().frequencies()).isNull();
    released.countDown();
    counting.join();
    assertThat(collection.documents().frequencies()).isNotNull();
  }

  private void countFeatures() {
    collections.change(
        collection.name(),
        _ ->
            new CollectionChange(
                null, null, true, VerifyMode.TEXT, WeightSource.COLLECTION, false, null));
  }

  @Test
  void aDocumentIsNotReplacedOnTheGroundOfATextThatIsNotStored() throws Exception {
    store("a", 1, Precondition.NONE).join();
    CompletableFuture<WriteResult> first = heldAndFailing("a", 2);
    CompletableFuture<WriteResult> second =
        collection.store(prepare("b", 2, OnDuplicate.REPLACE, Precondition.NONE));
    CompletableFuture<WriteResult> third =
        collection.store(prepare("c", 2, OnDuplicate.SKIP, Precondition.NONE));
    CompletableFuture<Boolean> removed = collection.writes().removeIf("a", MetadataFilter.NONE);
    released.countDown();
    assertFails(first);
    assertFails(second);
    assertFails(third);
    assertFails(removed);
    assertThat(collection.get("a").version()).isEqualTo(1);
    assertThat(collection.size()).isEqualTo(1);
  }

  @Test
  void writesOfOtherCollectionsAreStoredThoughACommitFails() throws Exception {
    collections.put(
        "other", new CollectionChange(null, null, false, null, WeightSource.PROFILE, false, null));
    DocumentCollection other = collections.get("other");
    CompletableFuture<WriteResult> first = heldAndFailing("a", 1);
    CompletableFuture<WriteResult> second =
        other.store(prepare(other, "b", 2, OnDuplicate.ADD, Precondition.NONE));
    released.countDown();
    assertFails(first);
    assertThat(second.join().outcome()).isEqualTo(Outcome.ADDED);
    assertThat(other.find("b")).isPresent();
  }

  /// Each stored write makes the next version.
  @Test
  void whatIsAnsweredIsStoredWhileOtherWritesFail() {
    Map<String, Long> answered = new ConcurrentHashMap<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      for (int thread = 0; thread < 4; thread++) {
        int first = thread;
        threads.submit(() -> {
          for (int i = 0; i < 500; i++) {
            String id = "id" + i % 7;
            try {
              (i % 10 == first ? failing(id, i) : store(id, i, Precondition.NONE)).join();
              answered.merge(id, 1L, Long::sum);
            } catch (CompletionException | StoreException e) {
              // Not stored.
            }
          }
        });
      }
    }
    assertThat(answered).hasSize(7);
    answered.forEach((id, count) -> assertThat(collection.get(id).version()).isEqualTo(count));
  }

  @Test
  void aStateStaysUnsettledWhenItsWriteIsSettledAfterwards() {
    PendingWrites recent = new PendingWrites(collection.profile().bits(), 64);
    DocumentStates states =
        new DocumentStates(collection.documents(), recent, Clock.fixed(NOW, ZoneOffset.UTC));
    PendingWrite applied = pending("a", recent);
    PendingWrite failing = pending("b", recent);
    DocumentState stored = states.state("a", Optional.empty());
    DocumentState missing = states.state("b", Optional.empty());
    applied.applied(new Position(0, 1));
    applied.durable().complete(null);
    failing.failed();
    failing.durable().completeExceptionally(new IllegalStateException());
    assertThat(stored.isSettled()).isFalse();
    assertThat(missing.isSettled()).isFalse();
    assertThat(Objects.requireNonNull(missing.there()).revision().version())
        .isEqualTo(1); // it is decided upon, in vain
    assertThat(states.state("a", Optional.empty()).tag()).isNotNull();
    assertThat(states.state("b", Optional.empty()).head()).isNull();
  }

  private static PendingWrite pending(String id, PendingWrites recent) {
    Put put =
        new Put(
            DocumentCollections.DEFAULT,
            id,
            new Revision(
                Fingerprint.of(256, 1, 2, 3, 4),
                1,
                "simhash-256-v1",
                null,
                null,
                null,
                Verdict.NONE,
                1,
                NOW,
                null,
                null,
                null,
                null),
            NOW);
    PendingWrite write = new PendingWrite(put, PendingWrite.Earlier.NONE);
    recent.add(write);
    return write;
  }

  @Test
  void writesWithConditionsAreStoredOrRefused() throws Exception {
    AtomicReference<String> tag = new AtomicReference<>("none");
    List<Throwable> others = new CopyOnWriteArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      for (int thread = 0; thread < 4; thread++) {
        boolean creates = thread % 2 == 0;
        threads.submit(() -> {
          for (int i = 0; i < 300; i++) {
            Precondition condition = creates ? NEW : new Precondition(List.of(tag.get()), null);
            try {
              tag.set(stored(store("a", i, condition).join()));
              collection.remove("a", Precondition.NONE).join();
            } catch (CompletionException e) {
              others.add(e.getCause());
            } catch (RuntimeException e) {
              others.add(e);
            }
          }
        });
      }
    }
    assertThat(others)
        .allSatisfy(e ->
            assertThat(e)
                .isInstanceOfSatisfying(
                    RequestException.class,
                    refused -> assertThat(refused.kind()).isEqualTo(Fault.PRECONDITION_FAILED)));
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
    CountDownLatch committing = commits.hold(released);
    var _ = store("held", 9, Precondition.NONE);
    committing.await();
  }

  /// Begins a commit that fails when [#released] does.
  private CompletableFuture<WriteResult> heldAndFailing(String id, int text)
      throws InterruptedException {
    CountDownLatch committing = commits.holdAndFail(released);
    CompletableFuture<WriteResult> held = store(id, text, Precondition.NONE);
    committing.await();
    return held;
  }

  /// A write after which the next commit fails.
  private CompletableFuture<WriteResult> failing(String id, int text) {
    commits.fail();
    return store(id, text, Precondition.NONE);
  }

  private CompletableFuture<WriteResult> store(String id, int text, Precondition condition) {
    return collection.store(prepare(id, text, OnDuplicate.ADD, condition));
  }

  private PreparedDocument prepare(
      String id, int text, OnDuplicate onDuplicate, Precondition condition) {
    return prepare(collection, id, text, onDuplicate, condition);
  }

  private static PreparedDocument prepare(
      DocumentCollection to,
      String id,
      int text,
      OnDuplicate onDuplicate,
      @Nullable Precondition condition) {
    return to.prepare(
        new NewDocument(
            id,
            new Source.OfContent(new Content.Text(Texts.of(text))),
            null,
            new LookupRequest(null, 1.0, null, null, MetadataFilter.NONE, null),
            onDuplicate,
            null,
            null,
            condition,
            null,
            null),
        StopSignal.NEVER);
  }

  private static void assertFails(CompletableFuture<?> write) {
    assertThatThrownBy(write::join)
        .isInstanceOf(CompletionException.class)
        .hasCauseInstanceOf(StoreException.class);
  }

  private static void assertRefused(CompletableFuture<?> write) {
    assertThatThrownBy(write::join)
        .isInstanceOf(CompletionException.class)
        .cause()
        .isInstanceOfSatisfying(
            RequestException.class, e -> assertThat(e.kind()).isEqualTo(Fault.PRECONDITION_FAILED));
  }
}

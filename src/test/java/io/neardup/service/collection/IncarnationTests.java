package io.neardup.service.collection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.index.StopSignal;
import io.neardup.profile.Content;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.Source;
import io.neardup.service.lookup.DocumentFilter;
import io.neardup.service.lookup.LookupRequest;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.service.write.DocumentChange;
import io.neardup.service.write.NewDocument;
import io.neardup.service.write.OnDuplicate;
import io.neardup.service.write.Precondition;
import io.neardup.service.write.PreparedDocument;
import io.neardup.store.CollectionRecords.Change;
import io.neardup.store.CollectionRecords.Kind;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.StoreException;
import io.neardup.store.StoreException.StoreFault;
import io.neardup.store.StoreOptions;
import io.neardup.store.WeightSource;
import io.neardup.store.disk.DocumentStore;
import io.neardup.web.Texts;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Work for a collection that is deleted, and created again with another profile, does not reach
/// the new one.
class IncarnationTests {

  private static final CollectionChange WIDE =
      new CollectionChange("simhash-512-v1", null, true, null, WeightSource.PROFILE, false, null);
  private static final CollectionChange NARROW =
      new CollectionChange("simhash-256-v1", null, true, null, WeightSource.PROFILE, false, null);

  @TempDir private Path data;

  @AutoClose private DocumentStore store;
  private DocumentCollections collections;

  @BeforeEach
  void open() {
    store = DocumentStore.open(data, StoreOptions.DEFAULTS);
    collections = LoadedCollections.of(store);
    if (collections.find("r").isEmpty()) {
      collections.put("r", WIDE);
    }
  }

  /// Collections of a backend that does something after each call of a method, as if another
  /// instance of a cluster did it.
  private DocumentCollections after(String method, Consumer<CollectionBackend> does) {
    Clock clock = Clock.systemUTC();
    CollectionBackend local = CollectionBackend.local(store, clock);
    InvocationHandler handler =
        (proxy, called, arguments) -> {
          Object result = called.invoke(local, arguments);
          if (called.getName().equals(method)) {
            does.accept(local);
          }
          return result;
        };
    Class<?>[] types = {CollectionBackend.class};
    return LoadedCollections.of(
        store,
        clock,
        (CollectionBackend) Proxy.newProxyInstance(getClass().getClassLoader(), types, handler));
  }

  @Test
  void aCollectionThatIsDeletedBeforeTheAnswerIsAConflict() {
    AtomicReference<DocumentCollections> deleted = new AtomicReference<>();
    deleted.set(after("change", local -> local.change(deleted.get(), "brief", present -> null)));
    assertThatThrownBy(() -> deleted.get().put("brief", WIDE))
        .isInstanceOfSatisfying(
            RequestException.class, e -> assertThat(e.kind()).isEqualTo(Fault.CONFLICT))
        .hasMessageContaining("deleted by another request");
  }

  /// In a cluster, nothing else keeps a document from being acknowledged and lost meanwhile.
  @Test
  void writesArePausedUntilItIsKnownWhetherTheirCollectionIsReplaced() {
    List<String> steps = new ArrayList<>();
    CollectionBackend local = CollectionBackend.local(store, Clock.systemUTC());
    InvocationHandler handler =
        (_, called, arguments) -> {
          if (called.getName().equals("pauseWrites")) {
            steps.add("paused");
            return (Runnable) () -> steps.add("resumed");
          }
          try {
            return called.invoke(local, arguments);
          } catch (InvocationTargetException e) {
            throw e.getCause();
          } finally {
            if (called.getName().equals("change")) {
              steps.add("decided");
            }
          }
        };
    DocumentCollections paused =
        LoadedCollections.of(
            store,
            (CollectionBackend)
                Proxy.newProxyInstance(
                    getClass().getClassLoader(),
                    new Class<?>[] {CollectionBackend.class},
                    handler));
    paused.put("r", NARROW);
    assertThat(steps).containsExactly("paused", "decided", "resumed");
    steps.clear();
    NewDocuments.store(
            paused.get("r"),
            NewDocuments.of("a", new Source.OfContent(new Content.Text("a text")), null, null))
        .join();
    assertThatThrownBy(() -> paused.put("r", WIDE)).hasMessageContaining("has 1 document");
    assertThat(steps).containsExactly("paused", "decided", "resumed");
    steps.clear();
    paused.put("r", NARROW);
    assertThat(steps).as("not replaced").containsExactly("decided");
  }

  /// An instance that reads in place of the owner learns of the deletion when it catches up with
  /// the log. It found nothing in the former collection.
  @Test
  void aReadThatLearnsOfTheNextCollectionIsAnsweredFromIt() {
    AtomicReference<DocumentCollections> follows = new AtomicReference<>();
    AtomicBoolean learns = new AtomicBoolean();
    follows.set(
        after(
            "requireCurrent",
            local -> {
              if (learns.getAndSet(false)) {
                local.change(follows.get(), "r", present -> null);
                follows.get().put("r", NARROW);
              }
            }));
    DocumentCollection former = follows.get().get("r");
    learns.set(true);
    DocumentCollection present = follows.get().get("r");
    assertThat(present).isNotSameAs(former);
    assertThat(present.profile().name()).isEqualTo("simhash-256-v1");
    learns.set(true);
    assertThatThrownBy(() -> follows.get().requireCurrent(present))
        .isInstanceOfSatisfying(
            RequestException.class, e -> assertThat(e.kind()).isEqualTo(Fault.UNAVAILABLE))
        .hasMessageContaining("'r' was deleted meanwhile; try again");
  }

  @Test
  void aPreparedWriteIsRefusedByTheNextCollectionOfItsName() {
    DocumentCollection former = collections.get("r");
    PreparedDocument added = prepare(former, "a", OnDuplicate.ADD);
    PreparedDocument decided = prepare(former, "b", OnDuplicate.SKIP);
    DocumentCollection present = createAgain();
    assertSuperseded(() -> former.store(added));
    assertSuperseded(() -> former.store(decided));
    assertThat(present.documents().page("", 10, DocumentFilter.of(MetadataFilter.NONE)).documents())
        .isEmpty();
    present.store(prepare(present, "a", OnDuplicate.ADD)).join();
    assertThat(present.get("a").fingerprint().bits()).isEqualTo(256);
    store.close();
    open();
    assertThat(collections.get("r").documents().size()).isEqualTo(1);
  }

  @Test
  void aChangeReturnsItsCollectionAlthoughItIsDeletedAtOnce() {
    CompletableFuture<Void> deletions =
        CompletableFuture.runAsync(() -> {
          for (int deleted = 0; deleted < 100; ) {
            if (collections.find("s").isPresent()) {
              collections.drop("s");
              deleted++;
            }
            Thread.onSpinWait();
          }
        });
    while (!deletions.isDone()) {
      assertThat(collections.put("s", WIDE).collection().profile().bits()).isEqualTo(512);
    }
    deletions.join();
  }

  @Test
  void aListenerThatFailsDoesNotKeepDeletionsFromOthers() {
    List<String> dropped = new ArrayList<>();
    collections.listen(collection -> {
      throw new IllegalStateException("planted");
    });
    collections.listen(collection -> dropped.add(collection.name()));
    collections.drop("r");
    assertThat(dropped).containsExactly("r");
    assertThat(collections.find("r")).isEmpty();
  }

  @Test
  void readsChangesAndRecordsAreRefusedAsWell() {
    DocumentCollection former = collections.get("r");
    former.store(prepare(former, "a", OnDuplicate.ADD)).join();
    former.store(prepare(former, "b", OnDuplicate.ADD)).join();
    DocumentCollection present = createAgain();
    present.store(prepare(present, "a", OnDuplicate.ADD)).join();
    assertSuperseded(() -> former.get("a"));
    assertSuperseded(() -> former.documents().text("a"));
    assertSuperseded(() -> former.documents().page("", 10, DocumentFilter.of(MetadataFilter.NONE)));
    LookupRequest all = new LookupRequest(512, 1.0, 10, null, MetadataFilter.NONE, null);
    assertSuperseded(() -> former.duplicates(new Source.OfStored("a"), all, StopSignal.NEVER));
    Source text = new Source.OfContent(new Content.Text(Texts.of(1)));
    assertSuperseded(() -> former.duplicates(text, all, StopSignal.NEVER));
    DocumentChange disabled = new DocumentChange(false, null, null, null, null);
    assertSuperseded(() -> former.revise("a", Precondition.NONE, disabled));
    assertSuperseded(() -> former.remove("a", Precondition.NONE));
    Change judged = new Change(Kind.JUDGEMENT, "a\0b", new byte[1]);
    assertSuperseded(() -> {
      store.records().apply(former.incarnation(), List.of(judged));
      return null;
    });
    assertSuperseded(() -> store.records().find(former.incarnation(), Kind.JUDGEMENT, "a\0b"));
    assertSuperseded(() -> store.records().list(former.incarnation(), Kind.JUDGEMENT, "", 10));
    assertThat(present.get("a").revision().enabled()).isTrue();
    assertThat(store.records().list(present.incarnation(), Kind.JUDGEMENT, "", 10)).isEmpty();
  }

  @Test
  void workOnManyDocumentsIsRefusedAsWell() {
    DocumentCollection former = collections.get("r");
    Instant past = Instant.now();
    former.store(prepare(former, "a", OnDuplicate.ADD)).join();
    MetadataFilter filter = MetadataFilter.of(List.of("lang:en"));
    DocumentChange disabled = new DocumentChange(false, null, null, null, null);
    BulkWrite change = BulkWrite.change(former, filter, disabled);
    BulkWrite removal = BulkWrite.removal(former, filter);
    collections.put("other", WIDE);
    DocumentCollection other = collections.get("other");
    other.store(prepare(other, "b", OnDuplicate.ADD)).join();
    DocumentCollection present = createAgain();
    present.store(prepare(present, "a", OnDuplicate.ADD)).join();
    for (BulkWrite write : List.of(change, removal)) {
      assertSuperseded(() -> run(() -> write.run(false, StopSignal.NEVER, progress -> true)));
    }
    assertSuperseded(() -> former.writes().reviseIf("a", MetadataFilter.NONE, disabled));
    assertSuperseded(() -> former.writes().removeIf("a", MetadataFilter.NONE));
    assertSuperseded(() -> former.writes().expire("a", past));
    CopyRule rule = new CopyRule(LookupRequest.NOTHING, OnDuplicate.ADD, false);
    LocalCopies copies = new LocalCopies(former, rule, StopSignal.NEVER);
    Put copied = new Put("other", "b", other.documents().whole("b").orElseThrow().revision(), past);
    assertSuperseded(() -> run(() -> copies.store(List.of(copied))));
    assertThat(present.documents().page("", 10, DocumentFilter.of(MetadataFilter.NONE)).documents())
        .singleElement()
        .satisfies(document -> assertThat(document.revision().enabled()).isTrue());
    assertThat(other.documents().size()).isEqualTo(1);
  }

  private static boolean run(Runnable work) throws Throwable {
    try {
      work.run();
    } catch (CompletionException e) {
      throw e.getCause();
    }
    return true;
  }

  @Test
  void aCollectionThatIsNotCreatedAgainIsMissing() {
    DocumentCollection former = collections.get("r");
    PreparedDocument added = prepare(former, "a", OnDuplicate.ADD);
    collections.drop("r");
    assertThatThrownBy(() -> former.store(added).join())
        .cause()
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreFault.NO_COLLECTION))
        .hasMessageContaining("'r' was deleted after this request had begun");
  }

  @Test
  void aCollectionWithAWriteUnderWayKeepsItsProfileOrRefusesTheWrite() {
    DocumentCollection former = collections.get("r");
    CompletableFuture<?> write = former.store(prepare(former, "a", OnDuplicate.ADD));
    boolean changed = true;
    try {
      collections.put("r", NARROW);
    } catch (RequestException e) {
      changed = false;
    }
    // The write was appended before the change.
    write.join();
    assertThat(changed).isFalse();
    assertThat(collections.get("r").get("a").fingerprint().bits()).isEqualTo(512);
  }

  private DocumentCollection createAgain() {
    collections.drop("r");
    collections.put("r", NARROW);
    return collections.get("r");
  }

  private static PreparedDocument prepare(
      DocumentCollection collection, String id, OnDuplicate onDuplicate) {
    return collection.prepare(
        new NewDocument(
            id,
            new Source.OfContent(new Content.Text(Texts.of(1))),
            null,
            new LookupRequest(null, 1.0, null, null, MetadataFilter.NONE, null),
            onDuplicate,
            null,
            null,
            Precondition.NONE,
            null,
            null),
        StopSignal.NEVER);
  }

  @FunctionalInterface
  private interface Work {
    Object run() throws Throwable;
  }

  /// Work fails at once, or its future does.
  private static void assertSuperseded(Work work) {
    ThrowingCallable whole =
        () -> {
          Object result = work.run();
          if (result instanceof CompletableFuture<?> future) {
            try {
              future.join();
            } catch (CompletionException e) {
              throw e.getCause();
            }
          }
        };
    assertThatThrownBy(whole)
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreFault.SUPERSEDED))
        .hasMessageContaining("The collection 'r' was deleted and created again");
  }
}

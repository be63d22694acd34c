package io.neardup.service.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.index.StopSignal;
import io.neardup.passage.PassageTexts;
import io.neardup.profile.Content;
import io.neardup.service.Source;
import io.neardup.service.collection.CollectionChange;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.collection.LoadedCollections;
import io.neardup.service.lookup.LookupRequest;
import io.neardup.service.write.WriteResult.Outcome;
import io.neardup.store.HeldCommits;
import io.neardup.store.Position;
import io.neardup.store.StoreException;
import io.neardup.store.WeightSource;
import io.neardup.store.disk.DocumentStore;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Decisions on texts that stored documents contain count all writes that were decided before.
class ContainedWriteTests {

  private static final SplittableRandom RANDOM = new SplittableRandom(35);
  private static final String WHOLE = words(200);
  private static final String HALF = WHOLE.substring(0, WHOLE.indexOf(' ', WHOLE.length() / 2));
  private static final String FOOTER = words(20);

  @TempDir private Path data;

  private final CountDownLatch released = new CountDownLatch(1);
  private final HeldCommits commits = new HeldCommits();
  private DocumentStore store;
  private DocumentCollection collection;

  @BeforeEach
  void open() {
    store = DocumentStore.open(data, commits.options());
    DocumentCollections collections = LoadedCollections.of(store, Clock.systemUTC());
    collections.put(
        "passages", new CollectionChange(null, null, true, null, WeightSource.PROFILE, true, null));
    collection = collections.get("passages");
  }

  @AfterEach
  void close() {
    released.countDown();
    store.close();
  }

  private static String words(int count) {
    return PassageTexts.words(RANDOM, count, 100_000);
  }

  @Test
  void aTextInAStoredOneIsSkipped() {
    store(prepare("whole", WHOLE + " " + FOOTER)).join();
    WriteResult half = store(prepare("half", HALF)).join();
    assertThat(half.outcome()).isEqualTo(Outcome.SKIPPED);
    assertThat(half.duplicates().matches()).isEmpty();
    assertThat(half.container()).isNotNull();
    assertThat(half.container().id()).isEqualTo("whole");
    assertThat(half.container().share()).isGreaterThan(0.9);
    assertThat(store(prepare("longer", WHOLE + " " + words(200))).join().outcome())
        .isEqualTo(Outcome.ADDED);
    for (String own : List.of("whole", "longer")) {
      assertThat(store(prepare(own, HALF)).join().container())
          .isEqualTo(new ContainerSearch.Container(own.equals("whole") ? "longer" : "whole", 1));
    }
  }

  @Test
  void aWriteThatIsNotOnDiskYetIsWaitedFor() throws Exception {
    holdTheLog();
    CompletableFuture<WriteResult> whole = store(prepare("whole", WHOLE));
    CompletableFuture<WriteResult> half = store(prepare("half", HALF));
    CompletableFuture<WriteResult> other = store(prepare("other", words(100)));
    assertThat(half).isNotDone();
    released.countDown();
    assertThat(whole.join().outcome()).isEqualTo(Outcome.ADDED);
    assertThat(half.join().outcome()).isEqualTo(Outcome.SKIPPED);
    assertThat(other.join().outcome()).isEqualTo(Outcome.ADDED);
  }

  @Test
  void aWriteThatFailsContainsNothing() throws Exception {
    holdTheLog();
    commits.fail();
    CompletableFuture<WriteResult> whole = store(prepare("whole", WHOLE));
    CompletableFuture<WriteResult> half = store(prepare("half", HALF));
    released.countDown();
    assertThatThrownBy(whole::join).hasCauseInstanceOf(StoreException.class);
    assertThat(half.join().outcome()).isEqualTo(Outcome.ADDED);
  }

  @Test
  void aContainerThatIsDeletedOrReplacedMeanwhileDoesNotCount() {
    for (boolean deleted : List.of(true, false)) {
      store(prepare("whole", WHOLE)).join();
      PreparedDocument half = prepare("half", HALF);
      if (deleted) {
        collection.remove("whole", Precondition.NONE).join();
      } else {
        store(prepare("whole", words(200))).join();
      }
      assertThat(store(half).join().outcome()).isEqualTo(Outcome.ADDED);
      collection.remove("half", Precondition.NONE).join();
    }
  }

  @Test
  void aWriteThatIsStoredBetweenSearchAndDecisionCounts() {
    PreparedDocument half = prepare("half", HALF);
    store(prepare("whole", WHOLE)).join();
    assertThat(store(half).join().outcome()).isEqualTo(Outcome.SKIPPED);
  }

  @Test
  void textsWithACommonFooterDoNotWaitForEachOther() throws Exception {
    PreparedDocument first = prepare("a", words(200) + " " + FOOTER);
    PreparedDocument second = prepare("b", words(200) + " " + FOOTER);
    store(first).join();
    holdTheLog();
    CompletableFuture<WriteResult> stored = store(second);
    CompletableFuture<WriteResult> next = store(prepare("c", words(200) + " " + FOOTER));
    assertThat(collection.writes().underWay()).as("decided").isEqualTo(3);
    released.countDown();
    assertThat(stored.join().outcome()).isEqualTo(Outcome.ADDED);
    assertThat(next.join().outcome()).isEqualTo(Outcome.ADDED);
  }

  @Test
  void ofTextsThatAreWrittenAtOnceNoneIsInOneThatWasStoredBefore() {
    for (int round = 0; round < 5; round++) {
      String[] words = words(1 << 10).split(" ");
      Map<Integer, CompletableFuture<WriteResult>> writes = new ConcurrentHashMap<>();
      List<Thread> threads = new ArrayList<>();
      for (int length = 1 << 10; length >= 32; length /= 2) {
        String text = String.join(" ", List.of(words).subList(0, length));
        int count = length;
        PreparedDocument prepared = prepare("d" + length, text);
        threads.add(Thread.ofPlatform().start(() -> writes.put(count, store(prepared))));
      }
      threads.forEach(ContainedWriteTests::join);
      Map<Integer, Position> stored = new TreeMap<>();
      writes.forEach((length, write) -> {
        if (write.join().position() != null) {
          stored.put(length, write.join().position());
        }
      });
      assertThat(stored).containsKey(1 << 10);
      Position last = null;
      for (Position position : stored.values()) { // the shorter texts first
        assertThat(last == null || last.offset() < position.offset()).isTrue();
        last = position;
      }
      stored.keySet().forEach(length -> collection.remove("d" + length, Precondition.NONE).join());
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private PreparedDocument prepare(String id, String text) {
    return prepare(id, text, OnDuplicate.SKIP, 0.9);
  }

  private PreparedDocument prepare(
      String id, String text, OnDuplicate onDuplicate, @Nullable Double share) {
    return collection.prepare(
        new NewDocument(
            id,
            new Source.OfContent(new Content.Text(text)),
            null,
            LookupRequest.NOTHING,
            onDuplicate,
            null,
            null,
            Precondition.NONE,
            share,
            null),
        StopSignal.NEVER);
  }

  private CompletableFuture<WriteResult> store(PreparedDocument prepared) {
    return collection.store(prepared);
  }

  /// Begins a commit that ends when [#released] does.
  private void holdTheLog() throws InterruptedException {
    CountDownLatch committing = commits.hold(released);
    var _ = store(prepare("held", words(50), OnDuplicate.ADD, null));
    committing.await();
  }
}

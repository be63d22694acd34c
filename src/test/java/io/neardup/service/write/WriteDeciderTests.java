package io.neardup.service.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Seeds;
import io.neardup.index.StopSignal;
import io.neardup.service.Source;
import io.neardup.service.collection.CollectionChange;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.collection.LoadedCollections;
import io.neardup.service.lookup.DocumentFilter;
import io.neardup.service.lookup.LookupRequest;
import io.neardup.service.lookup.LookupResult;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.service.lookup.NearbyDocuments.NearDocument;
import io.neardup.service.write.WriteResult.Outcome;
import io.neardup.simhash.Fingerprint;
import io.neardup.store.Document;
import io.neardup.store.StoreOptions;
import io.neardup.store.WeightSource;
import io.neardup.store.disk.DocumentStore;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Decisions are correct whatever other writes are decided at the same time or are not on disk yet.
class WriteDeciderTests {

  private static final int THREADS = 64;

  @TempDir private Path data;

  @AutoClose private DocumentStore store;
  private DocumentCollections collections;

  @BeforeEach
  void open() {
    store = DocumentStore.open(data, StoreOptions.DEFAULTS);
    collections = LoadedCollections.of(store);
    collections.put(
        "narrow",
        new CollectionChange("paper-v1", null, false, null, WeightSource.PROFILE, false, null));
    collections.put(
        "wide",
        new CollectionChange(
            "simhash-256-v1", null, false, null, WeightSource.PROFILE, false, null));
  }

  @ParameterizedTest
  @ValueSource(strings = {"narrow", "wide"})
  void oneOfAThousandConcurrentDuplicatesIsStored(String name) {
    Seeds.random(random -> ofAThousandOneIsStored(collections.get(name), random));
  }

  private static void ofAThousandOneIsStored(DocumentCollection collection, RandomGenerator random)
      throws Exception {
    Fingerprint base = fingerprint(collection, random);
    AtomicInteger next = new AtomicInteger();
    List<WriteResult> answers =
        inParallel(() -> {
          List<CompletableFuture<WriteResult>> mine = new ArrayList<>();
          for (int i = next.getAndIncrement(); i < 1_000; i = next.getAndIncrement()) {
            Fingerprint near = flip(base, i % 2 == 0 ? -1 : i % base.bits());
            mine.add(store(collection, "near-" + i, near, OnDuplicate.SKIP));
          }
          return mine;
        });
    assertThat(answers).hasSize(1_000);
    List<WriteResult> added =
        answers.stream().filter(each -> each.outcome() == Outcome.ADDED).toList();
    assertThat(added).hasSize(1);
    String winner = added.getFirst().id();
    assertThat(answers)
        .filteredOn(each -> each.outcome() != Outcome.ADDED)
        .allSatisfy(each -> {
          assertThat(each.outcome()).isEqualTo(Outcome.SKIPPED);
          assertThat(each.duplicates().matches())
              .extracting(match -> match.document().id())
              .containsExactly(winner);
        });
    assertThat(
            collection.documents().page("", 10, DocumentFilter.of(MetadataFilter.NONE)).documents())
        .extracting(Document::id)
        .containsExactly(winner);
  }

  /// With skip and replace only, a collection never holds two near-duplicates, whatever documents
  /// are deleted or changed in the meantime.
  @ParameterizedTest
  @ValueSource(strings = {"narrow", "wide"})
  void noTwoNearDocumentsAreEverStored(String name) {
    Seeds.random(random -> noTwoNear(collections.get(name), random));
  }

  private static void noTwoNear(DocumentCollection collection, SplittableRandom seeded)
      throws Exception {
    List<Fingerprint> bases = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      bases.add(fingerprint(collection, seeded));
    }
    inParallel(() -> {
      SplittableRandom random;
      synchronized (seeded) {
        random = seeded.split();
      }
      List<CompletableFuture<WriteResult>> mine = new ArrayList<>();
      for (int i = 0; i < 150; i++) {
        String id = "id-" + random.nextInt(200);
        Fingerprint near = flip(bases.get(random.nextInt(bases.size())), random.nextInt(64));
        switch (random.nextInt(8)) {
          case 0 -> collection.remove(id, Precondition.NONE).join();
          case 1, 2 -> mine.add(store(collection, id, near, OnDuplicate.REPLACE));
          default -> mine.add(store(collection, id, near, OnDuplicate.SKIP));
        }
      }
      return mine;
    });
    List<Document> documents =
        collection.documents().page("", 1_000, DocumentFilter.of(MetadataFilter.NONE)).documents();
    assertThat(documents).isNotEmpty();
    assertThat(collection.size()).isEqualTo(documents.size());
    Map<Fingerprint, String> distinct = new HashMap<>();
    for (Document document : documents) {
      distinct.put(document.fingerprint(), document.id());
      LookupRequest exact = new LookupRequest(null, 1.0, 100, null, MetadataFilter.NONE, null);
      LookupResult found =
          collection.duplicates(
              new Source.OfFingerprint(document.fingerprint().toString()), exact, StopSignal.NEVER);
      assertThat(found.matches())
          .as("near %s", document.id())
          .extracting(match -> match.document().id())
          .containsExactly(document.id());
    }
    assertThat(collection.documents().index().fingerprints()).isEqualTo(distinct.size());
  }

  @Test
  void answersIncludePendingWrites() {
    DocumentCollection collection = collections.get("narrow");
    Fingerprint base = fingerprint(collection, new SplittableRandom(1));
    List<CompletableFuture<WriteResult>> answers = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      answers.add(store(collection, "same", base, OnDuplicate.ADD));
      answers.add(store(collection, "other-" + i, base, OnDuplicate.SKIP));
    }
    for (int i = 0; i < 50; i++) {
      WriteResult stored = answers.get(2 * i).join();
      assertThat(stored.document().version()).isEqualTo(i + 1);
      List<NearDocument> matches = answers.get(2 * i + 1).join().duplicates().matches();
      assertThat(matches).hasSize(1);
      assertThat(matches.getFirst().document().version()).isEqualTo(i + 1);
    }
    collection.remove("same", Precondition.NONE);
    WriteResult again = store(collection, "same", base, OnDuplicate.SKIP).join();
    assertThat(again.outcome()).isEqualTo(Outcome.ADDED);
    assertThat(again.document().version()).isEqualTo(1);
  }

  @Test
  void replacingRemovesMoreThanAreListed() {
    DocumentCollection collection = collections.get("narrow");
    Fingerprint base = fingerprint(collection, new SplittableRandom(1));
    List<CompletableFuture<WriteResult>> answers = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      answers.add(store(collection, "old-" + i, base, OnDuplicate.ADD));
    }
    WriteResult replaced = store(collection, "new", base, OnDuplicate.REPLACE).join();
    assertThat(replaced.duplicates().matches()).hasSize(10);
    assertThat(replaced.duplicates().truncated()).isTrue();
    assertThat(replaced.removed()).hasSize(500);
    assertThat(
            collection.documents().page("", 10, DocumentFilter.of(MetadataFilter.NONE)).documents())
        .extracting(Document::id)
        .containsExactly("new");
    assertThat(collection.documents().index().fingerprints()).isEqualTo(1);
  }

  /// The search before a decision may be long out of date: since then, more documents were added,
  /// deleted and changed than the collection remembers.
  @ParameterizedTest
  @ValueSource(ints = {0, 100, 20_000})
  void decisionsConsiderWritesSinceTheSearch(int others) {
    DocumentCollection collection = collections.get("narrow");
    SplittableRandom random = new SplittableRandom(1);
    Fingerprint base = fingerprint(collection, random);
    Fingerprint gone = fingerprint(collection, random);
    Fingerprint moved = fingerprint(collection, random);
    store(collection, "gone", gone, OnDuplicate.ADD).join();
    store(collection, "moved", moved, OnDuplicate.ADD).join();
    PreparedDocument nearNone = prepare(collection, "a", base, OnDuplicate.SKIP);
    PreparedDocument nearGone = prepare(collection, "b", gone, OnDuplicate.SKIP);
    PreparedDocument nearMoved = prepare(collection, "c", moved, OnDuplicate.SKIP);
    PreparedDocument same = prepare(collection, "new", base, OnDuplicate.ADD);
    store(collection, "new", flip(base, 5), OnDuplicate.ADD).join();
    collection.remove("gone", Precondition.NONE).join();
    store(collection, "moved", fingerprint(collection, random), OnDuplicate.ADD).join();
    List<CompletableFuture<WriteResult>> between = new ArrayList<>();
    for (int i = 0; i < others; i++) {
      between.add(store(collection, "other", fingerprint(collection, random), OnDuplicate.ADD));
    }
    between.forEach(CompletableFuture::join);
    WriteResult skipped = collection.store(nearNone).join();
    assertThat(skipped.outcome()).isEqualTo(Outcome.SKIPPED);
    assertThat(skipped.duplicates().matches())
        .extracting(match -> match.document().id())
        .containsExactly("new");
    assertThat(collection.store(nearGone).join().outcome()).isEqualTo(Outcome.ADDED);
    assertThat(collection.store(nearMoved).join().outcome()).isEqualTo(Outcome.ADDED);
    WriteResult replaced = collection.store(same).join();
    assertThat(replaced.outcome()).isEqualTo(Outcome.REPLACED);
    assertThat(replaced.document().version()).isEqualTo(2);
  }

  /// Decisions are made faster than they reach the disk, some of them with the results of an old
  /// search; each equals that of a scan of all documents.
  @ParameterizedTest
  @ValueSource(strings = {"narrow", "wide"})
  void allowedTextsAreStoredDespitePendingWrites(String name) {
    Seeds.random(random -> decideAsAScanDoes(collections.get(name), random));
  }

  private static void decideAsAScanDoes(DocumentCollection collection, SplittableRandom random) {
    List<Fingerprint> bases = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      bases.add(fingerprint(collection, random));
    }
    Map<String, Fingerprint> present = new HashMap<>();
    Map<String, Fingerprint> allowed = new HashMap<>(); // the judged texts
    Deque<PreparedDocument> prepared = new ArrayDeque<>();
    List<CompletableFuture<?>> writes = new ArrayList<>();
    int outcomes = 0;
    for (int i = 0; i < 4_000; i++) {
      String id = "id-" + random.nextInt(60);
      switch (random.nextInt(10)) {
        case 0 -> {
          collection.remove(id, Precondition.NONE);
          present.remove(id);
          allowed.remove(id);
        }
        case 1, 2 -> {
          boolean allow = random.nextBoolean();
          if (present.containsKey(id)) {
            writes.add(
                collection.revise(
                    id, Precondition.NONE, new DocumentChange(null, allow, null, null, null)));
            if (allow) {
              allowed.put(id, present.get(id));
            } else {
              allowed.remove(id);
            }
          }
        }
        default -> {
          Fingerprint near = flip(bases.get(random.nextInt(10)), random.nextInt(64));
          prepared.add(prepare(collection, id, near, OnDuplicate.SKIP));
          if (random.nextInt(20) > 0) { // otherwise this write and later ones stay pending
            while (!prepared.isEmpty()) {
              outcomes += decide(collection, prepared.remove(), present, allowed, writes);
            }
          }
        }
      }
      if (random.nextInt(100) == 0) {
        writes.forEach(CompletableFuture::join);
      }
    }
    writes.forEach(CompletableFuture::join);
    assertThat(outcomes).isGreaterThan(100);
  }

  /// @return 1 if the text is allowed by another document
  private static int decide(
      DocumentCollection collection,
      PreparedDocument document,
      Map<String, Fingerprint> present,
      Map<String, Fingerprint> allowed,
      List<CompletableFuture<?>> writes) {
    String id = document.incoming().id();
    Fingerprint query = document.incoming().made().fingerprint();
    int near = collection.maxDistance();
    List<String> others =
        present.keySet().stream()
            .filter(other -> !other.equals(id) && present.get(other).distance(query) <= near)
            .toList();
    List<String> allowing = others.stream().filter(allowed::containsKey).toList();
    boolean own = allowed.containsKey(id) && allowed.get(id).distance(query) <= near;
    boolean skips = !own && allowing.isEmpty() && !others.isEmpty();
    CompletableFuture<WriteResult> decided = collection.store(document);
    writes.add(
        decided.thenAccept(stored -> {
          assertThat(stored.outcome() == Outcome.SKIPPED)
              .as("%s near %s", id, others)
              .isEqualTo(skips);
          String allowedBy = stored.duplicates().allowedBy();
          if (own) {
            assertThat(allowedBy).isEqualTo(id);
          } else if (allowing.isEmpty()) {
            assertThat(allowedBy).isNull();
          } else {
            assertThat(allowing).contains(allowedBy);
          }
        }));
    if (!skips) {
      present.put(id, query);
      if (!own) {
        allowed.remove(id);
      }
    }
    return own || allowing.isEmpty() ? 0 : 1;
  }

  private static List<WriteResult> inParallel(Callable<List<CompletableFuture<WriteResult>>> task)
      throws Exception {
    List<WriteResult> answers = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      List<Future<List<CompletableFuture<WriteResult>>>> running = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        running.add(threads.submit(task));
      }
      for (Future<List<CompletableFuture<WriteResult>>> thread : running) {
        thread.get().forEach(answer -> answers.add(answer.join()));
      }
    }
    return answers;
  }

  private static CompletableFuture<WriteResult> store(
      DocumentCollection collection, String id, Fingerprint fingerprint, OnDuplicate onDuplicate) {
    return collection.store(prepare(collection, id, fingerprint, onDuplicate));
  }

  private static PreparedDocument prepare(
      DocumentCollection collection, String id, Fingerprint fingerprint, OnDuplicate onDuplicate) {
    return collection.prepare(
        new NewDocument(
            id,
            new Source.OfFingerprint(fingerprint.toString()),
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

  private static Fingerprint fingerprint(DocumentCollection collection, RandomGenerator random) {
    int bits = collection.profile().bits();
    return Fingerprint.of(bits, random.longs(bits / Long.SIZE).toArray());
  }

  /// @param bit the number of the bit that differs, -1 for none
  private static Fingerprint flip(Fingerprint fingerprint, int bit) {
    long[] words = new long[fingerprint.bits() / Long.SIZE];
    for (int i = 0; i < words.length; i++) {
      words[i] = fingerprint.word(i);
    }
    if (bit >= 0) {
      words[bit / Long.SIZE] ^= 1L << bit;
    }
    return Fingerprint.of(fingerprint.bits(), words);
  }
}

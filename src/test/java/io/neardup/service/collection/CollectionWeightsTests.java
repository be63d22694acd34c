package io.neardup.service.collection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.Announcements;
import io.neardup.index.StopSignal;
import io.neardup.measure.DocumentFrequencies;
import io.neardup.measure.DocumentFrequencies.Edition;
import io.neardup.profile.Content;
import io.neardup.service.RequestException;
import io.neardup.service.Source;
import io.neardup.service.lookup.LookupRequest;
import io.neardup.service.lookup.LookupResult;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.service.write.DocumentChange;
import io.neardup.service.write.NewDocument;
import io.neardup.service.write.OnDuplicate;
import io.neardup.service.write.Precondition;
import io.neardup.service.write.WriteResult;
import io.neardup.service.write.WriteResult.Outcome;
import io.neardup.store.StoreOptions;
import io.neardup.store.VerifyMode;
import io.neardup.store.WeightSource;
import io.neardup.store.disk.DocumentStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Document frequencies are counted as documents come and go, and decide on texts from templates.
class CollectionWeightsTests {

  private static final LookupRequest USUAL =
      new LookupRequest(null, 1.0, 10, null, MetadataFilter.NONE, null);
  private static final int DOCUMENTS = 300;

  /// In the order of UTF-8, which is not that of strings.
  private static final List<String> PREFIXES = List.of("d", "\uE000", "\uD83D\uDE00");

  @TempDir private Path data;
  @AutoClose private DocumentStore store;
  private DocumentCollections collections;

  @BeforeEach
  void open() {
    store = DocumentStore.open(data, StoreOptions.DEFAULTS);
    collections = LoadedCollections.of(store);
  }

  @ParameterizedTest
  @EnumSource(
      value = VerifyMode.class,
      names = {"TEXT", "FEATURES"})
  void textsFromOneTemplateAreToldApart(VerifyMode mode) {
    set(mode, WeightSource.PROFILE);
    fill();
    assertThat(find(Announcements.second(7)).matches()).hasSize(10); // of all the others, too
    assertThat(find(Announcements.first(-1)).matches()).isNotEmpty();
    set(mode, WeightSource.COLLECTION);
    LookupResult found = find(Announcements.second(7));
    assertThat(found.matches()).extracting(match -> match.document().id()).containsExactly("d7");
    assertThat(found.verification().frequencies()).isEqualTo(edition());
    assertThat(found.verified().refused()).isPositive();
    assertThat(find(Announcements.first(-1)).matches()).isEmpty();
    assertThat(put("copy", Announcements.second(8), OnDuplicate.SKIP).outcome())
        .isEqualTo(Outcome.SKIPPED);
    assertThat(put("other", Announcements.first(-2), OnDuplicate.SKIP).outcome())
        .isEqualTo(Outcome.ADDED);
    set(mode, WeightSource.PROFILE);
    assertThat(find(Announcements.second(7)).matches()).hasSize(10);
  }

  @ParameterizedTest
  @EnumSource(
      value = VerifyMode.class,
      names = {"TEXT", "FEATURES"})
  void countsFollowWritesAndRestarts(VerifyMode mode) {
    set(mode, WeightSource.COLLECTION);
    Edition empty = edition();
    fill();
    assertThat(edition().documents()).isEqualTo(DOCUMENTS);
    put("d1", "a wholly different text of some words that no announcement has", OnDuplicate.ADD);
    put("d2", Announcements.first(2), OnDuplicate.ADD);
    assertThat(put("e3", Announcements.second(3), OnDuplicate.REPLACE).removed())
        .containsExactly("d3");
    put("bare", source("a"), OnDuplicate.ADD);
    collection()
        .revise("d4", Precondition.NONE, new DocumentChange(null, true, null, null, null))
        .join();
    remove("d5");
    Edition before = edition();
    assertThat(before.documents()).isEqualTo(DOCUMENTS);
    reopen();
    assertThat(edition()).isEqualTo(before);
    set(mode, WeightSource.PROFILE);
    assertThat(collection().documents().frequencies()).isNull();
    set(mode, WeightSource.COLLECTION);
    assertThat(edition()).isEqualTo(before);
    for (int i = 0; i < DOCUMENTS; i++) {
      remove("d" + i);
    }
    remove("e3");
    remove("bare");
    assertThat(edition()).isEqualTo(empty);
  }

  /// Writes that are not on disk yet are replaced and deleted by later ones.
  @Test
  void pendingWritesAreCountedOnce() {
    set(VerifyMode.TEXT, WeightSource.COLLECTION);
    SplittableRandom random = new SplittableRandom(1);
    List<CompletableFuture<?>> writes = new ArrayList<>();
    for (int i = 0; i < 3_000; i++) {
      writes.add(change(random, 40));
    }
    writes.forEach(CompletableFuture::join);
    Edition before = edition();
    assertThat(before.documents()).isEqualTo(collection().size());
    reopen();
    assertThat(edition()).isEqualTo(before);
  }

  @Test
  void documentsAreCountedWhileOthersAreWritten() throws Exception {
    set(VerifyMode.TEXT, WeightSource.PROFILE);
    for (int round = 0; round < 3; round++) {
      AtomicBoolean counted = new AtomicBoolean();
      List<Thread> writers = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        SplittableRandom random = new SplittableRandom(10L * round + i);
        writers.add(
            Thread.ofPlatform()
                .start(() -> {
                  List<CompletableFuture<?>> writes = new ArrayList<>();
                  for (int n = 0; n < 500 || !counted.get(); n++) {
                    writes.add(change(random, 2_000));
                  }
                  writes.forEach(CompletableFuture::join);
                }));
      }
      set(VerifyMode.TEXT, WeightSource.COLLECTION);
      counted.set(true);
      for (Thread writer : writers) {
        writer.join();
      }
      Edition incremental = edition();
      assertThat(incremental.documents()).isEqualTo(collection().size());
      reopen();
      assertThat(edition()).isEqualTo(incremental);
      set(VerifyMode.TEXT, WeightSource.PROFILE);
    }
  }

  @Test
  void aFailedChangeIsNotCounted() {
    set(VerifyMode.TEXT, WeightSource.COLLECTION);
    put("a", Announcements.first(1), OnDuplicate.ADD);
    Edition before = edition();
    assertThat(put("b", Announcements.second(1), OnDuplicate.SKIP).outcome())
        .isEqualTo(Outcome.SKIPPED);
    // It is refused at once, or later if the write before is not settled yet.
    assertThatThrownBy(() ->
            CompletableFuture.completedFuture("a")
                .thenCompose(
                    id -> collection().remove(id, new Precondition(List.of("\"other\""), null)))
                .join())
        .hasCauseInstanceOf(RequestException.class);
    assertThat(edition()).isEqualTo(before);
  }

  @Test
  void collectionsThatVerifyNothingHaveTheWeightsOfTheProfile() {
    for (CollectionChange change :
        List.of(
            change("simhash-256-v1", true, VerifyMode.OFF),
            change("simhash-256-v1", false, null),
            change("paper-v1", true, null))) {
      assertThatThrownBy(() -> collections.put("x", change))
          .isInstanceOf(RequestException.class)
          .hasMessageContaining("weights");
    }
    collections.put("x", change("simhash-256-v1", false, VerifyMode.FEATURES));
  }

  private static CollectionChange change(String profile, boolean storeText, VerifyMode mode) {
    return new CollectionChange(
        profile, null, storeText, mode, WeightSource.COLLECTION, false, null);
  }

  private void set(VerifyMode mode, WeightSource weights) {
    collections.put(
        "c",
        new CollectionChange(
            "simhash-256-v1", null, mode != VerifyMode.FEATURES, mode, weights, false, null));
  }

  private void fill() {
    List<CompletableFuture<?>> writes = new ArrayList<>();
    for (int i = 0; i < DOCUMENTS; i++) {
      writes.add(store("d" + i, source(Announcements.first(i)), OnDuplicate.ADD));
    }
    writes.forEach(CompletableFuture::join);
  }

  /// A document stored, replaced, or deleted.
  private CompletableFuture<?> change(SplittableRandom random, int ids) {
    int number = random.nextInt(ids);
    String id = PREFIXES.get(number % PREFIXES.size()) + number;
    return random.nextInt(4) == 0
        ? collection().remove(id, Precondition.NONE)
        : store(id, source(Announcements.first(random.nextInt(1_000))), OnDuplicate.ADD);
  }

  private void reopen() {
    store.close();
    open();
  }

  private DocumentCollection collection() {
    return collections.get("c");
  }

  private Edition edition() {
    DocumentFrequencies counted = collection().documents().frequencies();
    return Objects.requireNonNull(counted).edition();
  }

  private void remove(String id) {
    collection().remove(id, Precondition.NONE).join();
  }

  private static Source source(String text) {
    return new Source.OfContent(new Content.Text(text));
  }

  private CompletableFuture<WriteResult> store(String id, Source source, OnDuplicate onDuplicate) {
    LookupRequest lookup = onDuplicate == OnDuplicate.ADD ? LookupRequest.NOTHING : USUAL;
    NewDocument document =
        new NewDocument(
            id, source, null, lookup, onDuplicate, null, null, Precondition.NONE, null, null);
    return collection().store(collection().prepare(document, StopSignal.NEVER));
  }

  private WriteResult put(String id, String text, OnDuplicate onDuplicate) {
    return put(id, source(text), onDuplicate);
  }

  private WriteResult put(String id, Source source, OnDuplicate onDuplicate) {
    return store(id, source, onDuplicate).join();
  }

  private LookupResult find(String text) {
    return collection().duplicates(source(text), USUAL, StopSignal.NEVER);
  }
}

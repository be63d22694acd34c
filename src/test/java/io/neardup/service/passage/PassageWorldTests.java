package io.neardup.service.passage;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Seeds;
import io.neardup.index.StopSignal;
import io.neardup.passage.PassageIndex;
import io.neardup.passage.PassageTexts;
import io.neardup.profile.Content;
import io.neardup.service.Source;
import io.neardup.service.collection.CollectionChange;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.collection.LoadedCollections;
import io.neardup.service.lookup.LookupRequest;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.service.write.DocumentChange;
import io.neardup.service.write.Expiry;
import io.neardup.service.write.NewDocument;
import io.neardup.service.write.OnDuplicate;
import io.neardup.service.write.Precondition;
import io.neardup.service.write.WriteResult.Outcome;
import io.neardup.store.StoreOptions;
import io.neardup.store.WeightSource;
import io.neardup.store.disk.DocumentStore;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Documents that were deleted, replaced or disabled, or have expired, hide no others that quote
/// the same text. Nothing removes expired documents here.
class PassageWorldTests {

  private static final int WORDS = 1_000_000;
  private static final int MANY = 3 * PassageIndex.MAX_DOCUMENTS;
  private static final List<String> QUOTES =
      IntStream.range(0, 3)
          .mapToObj(seed -> PassageTexts.words(new SplittableRandom(seed), 40, WORDS))
          .toList();

  @TempDir private Path data;

  private final AtomicReference<Instant> now = new AtomicReference<>(Instant.now());
  private final SplittableRandom random = new SplittableRandom(11);
  @AutoClose private DocumentStore store;
  private DocumentCollections collections;
  private DocumentCollection collection;

  @BeforeEach
  void open() {
    store = DocumentStore.open(data, StoreOptions.DEFAULTS);
    InstantSource source = now::get;
    collections = LoadedCollections.of(store, source.withZone(ZoneOffset.UTC));
    passages(true);
  }

  @Test
  void deletedHoldersDoNotHideALivingOne() {
    hiddenBy(id -> collection.remove(id, Precondition.NONE).join());
  }

  @Test
  void replacedHoldersDoNotHideALivingOne() {
    hiddenBy(id -> store(id, "", null));
  }

  @Test
  void disabledHoldersDoNotHideALivingOne() {
    hiddenBy(id -> change(id, false, null));
  }

  @Test
  void expiredHoldersDoNotHideALivingOne() {
    for (int i = 0; i < MANY; i++) {
      store("d" + i, QUOTES.get(0), i == MANY / 2 ? null : now.get().plusSeconds(60));
    }
    now.set(now.get().plusSeconds(100));
    assertThat(find(QUOTES.get(0), 1_000)).containsExactly("d" + MANY / 2);
    assertThat(isContained(QUOTES.get(0))).isTrue();
  }

  @Test
  void allowedHoldersDoNotHideOneThatContainsAText() {
    IntStream.range(0, MANY).forEach(i -> store("d" + i, QUOTES.get(0), null));
    IntStream.range(0, MANY).filter(i -> i != MANY / 2).forEach(i -> change("d" + i, null, true));
    assertThat(isContained(QUOTES.get(0))).isTrue();
  }

  @Test
  void enabledDocumentsAreFoundAgain() {
    store("a", QUOTES.get(0), null);
    change("a", false, null);
    passages(false);
    passages(true);
    assertThat(find(QUOTES.get(0), 10)).isEmpty();
    change("a", true, null);
    assertThat(find(QUOTES.get(0), 10)).containsExactly("a");
  }

  private void hiddenBy(Consumer<String> end) {
    for (int living : List.of(0, MANY / 2, MANY - 1)) {
      IntStream.range(0, MANY).forEach(i -> store("d" + i, QUOTES.get(0), null));
      IntStream.range(0, MANY).filter(i -> i != living).forEach(i -> end.accept("d" + i));
      assertThat(find(QUOTES.get(0), 1_000)).containsExactly("d" + living);
      assertThat(isContained(QUOTES.get(0))).isTrue();
      end.accept("d" + living);
      assertThat(isContained(QUOTES.get(0))).isFalse();
    }
  }

  private record Living(Set<Integer> quotes, boolean enabled, boolean allowed, Instant expiry) {}

  @Test
  void findsTheLivingHoldersOfAWorldThatChanges() {
    Seeds.random(seeded -> {
      Map<String, Living> world = new HashMap<>();
      for (int step = 0; step < 2_000; step++) {
        String id = "w" + seeded.nextInt(200);
        Living present = alive(world.get(id));
        switch (seeded.nextInt(10)) {
          case 0, 1 -> {
            if (present != null) {
              collection.remove(id, Precondition.NONE).join();
              world.remove(id);
            }
          }
          case 2, 3 -> {
            if (present != null) {
              boolean enabled = seeded.nextBoolean();
              change(id, enabled, null);
              world.put(id, new Living(present.quotes, enabled, present.allowed, present.expiry));
            }
          }
          case 4 -> now.set(now.get().plusMillis(200));
          default -> {
            if (present == null || present.enabled && !present.allowed) {
              Set<Integer> quotes =
                  IntStream.range(0, QUOTES.size())
                      .filter(i -> seeded.nextInt(2 + i) == 0)
                      .boxed()
                      .collect(Collectors.toSet());
              Instant expiry = now.get().plusSeconds(1 + seeded.nextInt(40));
              store(id, quotes.stream().map(QUOTES::get).collect(Collectors.joining(" ")), expiry);
              world.put(id, new Living(quotes, true, false, expiry));
            }
          }
        }
        if (step % 100 == 99) {
          compare(world);
        }
        if (step == 1_000) {
          passages(false);
          passages(true);
        }
      }
      world.keySet().forEach(id -> collection.remove(id, Precondition.NONE).join());
    });
  }

  private void compare(Map<String, Living> world) {
    for (int quote = 0; quote < QUOTES.size(); quote++) {
      int asked = quote;
      Set<String> holders =
          world.entrySet().stream()
              .filter(each -> alive(each.getValue()) != null && each.getValue().enabled)
              .filter(each -> each.getValue().quotes.contains(asked))
              .map(Map.Entry::getKey)
              .collect(Collectors.toSet());
      List<String> found = find(QUOTES.get(quote), 1_000);
      assertThat(holders).containsAll(found);
      assertThat(found).hasSizeGreaterThanOrEqualTo(Math.min(holders.size(), 64));
      assertThat(isContained(QUOTES.get(quote))).isEqualTo(!holders.isEmpty());
    }
  }

  private @Nullable Living alive(@Nullable Living document) {
    return document == null || !document.expiry.isAfter(now.get()) ? null : document;
  }

  private void passages(boolean indexed) {
    collections.change(
        DocumentCollections.DEFAULT,
        _ -> new CollectionChange(null, null, true, null, WeightSource.PROFILE, indexed, null));
    collection = collections.get(null);
  }

  private List<String> find(String text, int limit) {
    PassageLookup lookup = PassageLookup.of(null, null, limit, MetadataFilter.NONE);
    return lookup.find(collection, text, null, StopSignal.NEVER).matches().stream()
        .map(match -> match.document().id())
        .toList();
  }

  private boolean isContained(String text) {
    NewDocument copy = document("copy", text, OnDuplicate.SKIP, null, 0.9);
    Outcome outcome = collection.store(collection.prepare(copy, StopSignal.NEVER)).join().outcome();
    collection.remove("copy", Precondition.NONE).join();
    return outcome == Outcome.SKIPPED;
  }

  private void change(String id, @Nullable Boolean enabled, @Nullable Boolean allowed) {
    collection
        .revise(id, Precondition.NONE, new DocumentChange(enabled, allowed, null, null, null))
        .join();
  }

  /// Stores a text with 80 words of its own, so that documents are not near each other.
  private void store(String id, String quote, @Nullable Instant expiry) {
    String text = PassageTexts.words(random, 80, WORDS) + " " + quote;
    NewDocument document = document(id, text, OnDuplicate.ADD, expiry, null);
    collection.store(collection.prepare(document, StopSignal.NEVER)).join();
  }

  private static NewDocument document(
      String id,
      String text,
      OnDuplicate onDuplicate,
      @Nullable Instant expiry,
      @Nullable Double contained) {
    return new NewDocument(
        id,
        new Source.OfContent(new Content.Text(text)),
        null,
        LookupRequest.NOTHING,
        onDuplicate,
        expiry == null ? null : new Expiry(expiry),
        null,
        Precondition.NONE,
        contained,
        null);
  }
}

package io.neardup.service.collection;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Seeds;
import io.neardup.index.StopSignal;
import io.neardup.profile.Content;
import io.neardup.profile.Profile;
import io.neardup.profile.Profiles;
import io.neardup.service.FingerprintService;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.Source;
import io.neardup.service.collection.CollectionHistory.Answer;
import io.neardup.service.collection.CollectionHistory.Call;
import io.neardup.service.collection.CollectionHistory.Collection;
import io.neardup.service.collection.CollectionHistory.Kind;
import io.neardup.service.collection.CollectionHistory.Step;
import io.neardup.service.lookup.DocumentFilter;
import io.neardup.service.lookup.LookupRequest;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.service.lookup.NearbyDocuments.NearDocument;
import io.neardup.service.write.NewDocument;
import io.neardup.service.write.OnDuplicate;
import io.neardup.service.write.Precondition;
import io.neardup.service.write.WriteResult;
import io.neardup.store.Document;
import io.neardup.store.StoreException;
import io.neardup.store.StoreException.StoreFault;
import io.neardup.store.StoreOptions;
import io.neardup.store.WeightSource;
import io.neardup.store.disk.DocumentStore;
import io.neardup.web.Texts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Several clients store, read and delete documents of a collection that is meanwhile deleted,
/// created, and given another profile. Every answer must be explained by some order of the calls,
/// and what is stored must be the same after a restart.
class CollectionHistoryTests {

  private static final String NAME = "r";
  private static final List<String> IDS = List.of("a", "b", "c");
  private static final List<String> PROFILES = List.of("simhash-256-v1", "simhash-512-v1");
  private static final int CLIENTS = 5;
  private static final int CALLS = 8;
  private static final int ROUNDS = 30;
  private static final int ROUNDS_TO_RESTART = 6;

  @TempDir private Path data;

  private final Profiles profiles = new Profiles();
  private final FingerprintService fingerprints = new FingerprintService(profiles);
  private final AtomicLong time = new AtomicLong();
  private final AtomicLong values = new AtomicLong();
  private final Map<String, String> tags = new ConcurrentHashMap<>(); // to the value
  private DocumentStore store;
  private DocumentCollections collections;

  private void open() {
    store = DocumentStore.open(data, StoreOptions.DEFAULTS);
    collections = LoadedCollections.of(store);
    assertThat(collections.quarantined()).isEmpty();
  }

  @Test
  void everyAnswerIsExplainedByAnOrderOfTheCalls() {
    Seeds.random(this::rounds);
  }

  /// The search can fail: a read after a write has answered misses it.
  @Test
  void aStaleReadIsNotExplained() {
    Call put = new Call(Kind.PUT, "a", "0 1", null);
    Answer added = new Answer("added", "tag", null, "p", List.of());
    Call get = new Call(Kind.GET, "a", null, null);
    CollectionHistory late = new CollectionHistory(new Collection("p", Map.of()));
    late.addAll(List.of(new Step(put, added, 1, 2), new Step(get, Answer.ABSENT, 3, 4)));
    assertThat(late.isExplained()).isFalse();
    CollectionHistory meanwhile = new CollectionHistory(new Collection("p", Map.of()));
    meanwhile.addAll(List.of(new Step(put, added, 1, 4), new Step(get, Answer.ABSENT, 2, 3)));
    assertThat(meanwhile.isExplained()).isTrue();
  }

  private void rounds(SplittableRandom random) throws Exception {
    open();
    try (ExecutorService clients = Executors.newFixedThreadPool(CLIENTS)) {
      for (int round = 1; round <= ROUNDS; round++) {
        if (collections.find(NAME).isEmpty()) {
          collections.put(
              NAME,
              new CollectionChange(
                  PROFILES.getFirst(), null, true, null, WeightSource.PROFILE, false, null));
        }
        CollectionHistory history = new CollectionHistory(state());
        List<Future<List<Step>>> running = new ArrayList<>();
        for (int client = 0; client < CLIENTS; client++) {
          SplittableRandom own = random.split();
          running.add(clients.submit(() -> calls(own)));
        }
        for (Future<List<Step>> client : running) {
          history.addAll(client.get());
        }
        Collection last = state();
        history.addAll(reads(last));
        history.requireExplained();
        if (round % ROUNDS_TO_RESTART == 0) {
          store.close();
          open();
          assertThat(state()).isEqualTo(last);
        }
      }
    } finally {
      store.close();
    }
  }

  private List<Step> calls(SplittableRandom random) {
    List<Step> steps = new ArrayList<>();
    Map<String, String> seen = new HashMap<>(); // tags by id
    for (int i = 0; i < CALLS; i++) {
      Call call = call(random, seen);
      long begin = time.incrementAndGet();
      Answer answer = answer(call);
      Step step = new Step(call, answer, begin, time.incrementAndGet());
      if (answer.tag() != null && call.id() != null) {
        seen.put(call.id(), answer.tag());
      }
      steps.add(step);
    }
    return steps;
  }

  private Call call(SplittableRandom random, Map<String, String> seen) {
    String id = IDS.get(random.nextInt(IDS.size()));
    String tag = seen.getOrDefault(id, "\"none\"");
    String value = random.nextInt(2) + " " + values.incrementAndGet(); // its text, a number
    return switch (random.nextInt(18)) {
      case 0 -> new Call(Kind.DROP, null, null, null);
      case 1, 2, 15 ->
          new Call(Kind.CREATE, null, PROFILES.get(random.nextInt(PROFILES.size())), null);
      case 3, 4, 5 -> new Call(Kind.GET, id, null, null);
      case 6 -> new Call(Kind.DELETE, id, null, null);
      case 7 -> new Call(Kind.DELETE, id, null, tag);
      case 8, 9 -> new Call(Kind.PUT_NEW, id, value, null);
      case 10 -> new Call(Kind.PUT, id, value, tag);
      case 11, 12 -> new Call(Kind.PUT_SKIP, id, value, null);
      default -> new Call(Kind.PUT, id, value, null);
    };
  }

  private Answer answer(Call call) {
    try {
      return switch (call.kind()) {
        case CREATE ->
            Answer.of(
                collections
                        .put(
                            NAME,
                            new CollectionChange(
                                call.value(), null, true, null, WeightSource.PROFILE, false, null))
                        .created()
                    ? "created"
                    : "kept");
        case DROP -> {
          collections.drop(NAME);
          yield Answer.of("dropped");
        }
        case GET -> collections.get(NAME).find(id(call)).map(this::found).orElse(Answer.ABSENT);
        case DELETE ->
            collections.get(NAME).remove(id(call), condition(call)).join().isPresent()
                ? Answer.of("deleted")
                : Answer.ABSENT;
        case PUT, PUT_NEW, PUT_SKIP -> stored(put(collections.get(NAME), call).join());
      };
    } catch (CompletionException e) {
      return refused((RuntimeException) Objects.requireNonNull(e.getCause()));
    } catch (RequestException | StoreException e) {
      return refused(e);
    }
  }

  /// Other failures, which would be answered 500, fail the test.
  private static Answer refused(RuntimeException failure) {
    if (failure instanceof RequestException refused) {
      if (refused.kind() == Fault.NOT_FOUND && refused.field().equals("collection")) {
        return Answer.of("no collection");
      }
      if (refused.kind() == Fault.PRECONDITION_FAILED) {
        return Answer.of("failed");
      }
      if (refused.kind() == Fault.CONFLICT && refused.field().equals("profile")) {
        return Answer.of("not empty");
      }
    } else if (failure instanceof StoreException refused) {
      if (refused.kind() == StoreFault.NO_COLLECTION) {
        return Answer.of("no collection");
      }
      if (refused.kind() == StoreFault.SUPERSEDED) {
        return Answer.of("superseded");
      }
    }
    throw failure;
  }

  private Answer found(Document document) {
    String value = String.valueOf(document.metadata());
    String profile = document.revision().profile();
    Profile known = profiles.find(profile).orElseThrow();
    Content text = new Content.Text(text(value.substring(1)));
    assertThat(document.fingerprint())
        .isEqualTo(fingerprints.fingerprint(text, known).fingerprint());
    return new Answer("found", document.tag(), value, profile, List.of());
  }

  private Answer stored(WriteResult result) {
    if (result.document() == null) {
      List<String> matches =
          result.duplicates().matches().stream()
              .map(NearDocument::document)
              .map(Document::id)
              .toList();
      return new Answer("skipped", null, null, null, matches);
    }
    String tag = result.document().tag();
    assertThat(tags.put(result.id() + tag, String.valueOf(result.document().metadata())))
        .as("a tag names one revision")
        .isNull();
    String outcome = result.outcome() == WriteResult.Outcome.ADDED ? "added" : "replaced";
    return new Answer(outcome, tag, null, result.document().revision().profile(), List.of());
  }

  private static CompletableFuture<WriteResult> put(DocumentCollection collection, Call call) {
    String value = Objects.requireNonNull(call.value());
    OnDuplicate onDuplicate = call.kind() == Kind.PUT_SKIP ? OnDuplicate.SKIP : OnDuplicate.ADD;
    return collection.store(
        collection.prepare(
            new NewDocument(
                id(call),
                new Source.OfContent(new Content.Text(text(value))),
                '"' + value + '"',
                new LookupRequest(null, 1.0, null, null, MetadataFilter.NONE, null),
                onDuplicate,
                null,
                null,
                condition(call),
                null,
                null),
            StopSignal.NEVER));
  }

  private static String text(String value) {
    return Texts.of(value.charAt(0) - '0');
  }

  private static String id(Call call) {
    return Objects.requireNonNull(call.id());
  }

  private static Precondition condition(Call call) {
    return call.kind() == Kind.PUT_NEW
        ? new Precondition(null, List.of("*"))
        : call.ifMatch() == null
            ? Precondition.NONE
            : new Precondition(List.of(call.ifMatch()), null);
  }

  /// What is stored, while no client works.
  private @Nullable Collection state() {
    DocumentCollection present = collections.find(NAME).orElse(null);
    if (present == null) {
      return null;
    }
    Collection state = new Collection(present.profile().name(), Map.of());
    for (Document document :
        present.documents().page("", 10, DocumentFilter.of(MetadataFilter.NONE)).documents()) {
      Answer found = found(document);
      state =
          state.with(
              document.id(),
              Objects.requireNonNull(found.value()),
              Objects.requireNonNull(found.tag()));
      assertThat(found.profile()).isEqualTo(state.profile());
    }
    assertThat(present.documents().size()).isEqualTo(state.documents().size());
    return state;
  }

  /// The reads that make a state part of a history.
  private List<Step> reads(@Nullable Collection state) {
    List<Step> steps = new ArrayList<>();
    for (String id : IDS) {
      Call call = new Call(Kind.GET, id, null, null);
      long begin = time.incrementAndGet();
      steps.add(new Step(call, CollectionHistory.read(state, id), begin, time.incrementAndGet()));
    }
    return steps;
  }
}

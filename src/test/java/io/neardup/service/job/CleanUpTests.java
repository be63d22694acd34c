package io.neardup.service.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.entry;

import io.neardup.service.CallerQuota;
import io.neardup.service.collection.CollectionChange;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.collection.LoadedCollections;
import io.neardup.service.collection.NewDocuments;
import io.neardup.service.job.JobContext.JobStoppedException;
import io.neardup.service.job.JobKind.JobScope;
import io.neardup.service.job.JobRequest.UndoJobRequest;
import io.neardup.service.peer.PeerCalls;
import io.neardup.service.write.DocumentChange;
import io.neardup.service.write.Expiry;
import io.neardup.service.write.MetadataPatch;
import io.neardup.service.write.Precondition;
import io.neardup.store.Revision;
import io.neardup.store.StoreOptions;
import io.neardup.store.WeightSource;
import io.neardup.store.disk.DocumentStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.json.JsonMapper;

/// What a clean-up has disabled can be undone, and nothing else, wherever either of them ends.
class CleanUpTests {

  private static final String CLEAN_UP = "clean";
  private static final String SURVIVOR = "survivor";
  private static final String FINGERPRINT = "00000000000000ff";
  private static final Duration WEEK = Duration.ofDays(7);
  private static final List<String> MANY =
      IntStream.range(0, 450).mapToObj("d%03d"::formatted).toList();

  private final JsonMapper mapper = new JsonMapper();
  private final Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
  private final CallerQuota quota =
      new CallerQuota(1 << 30, 1 << 30, (full, bound) -> new IllegalStateException());

  @TempDir private Path folder;
  @AutoClose private DocumentStore store;
  private DocumentCollections collections;
  private DocumentCollection collection;

  /// What a clean-up does to the documents.
  private enum Action {
    DISABLE(null),
    REMOVE(WEEK);

    private final @Nullable Duration removeAfter;

    Action(@Nullable Duration removeAfter) {
      this.removeAfter = removeAfter;
    }
  }

  @BeforeEach
  void open() throws IOException {
    store = DocumentStore.open(folder.resolve("store"), StoreOptions.DEFAULTS);
    collections = LoadedCollections.of(store);
    collections.put(
        "own",
        new CollectionChange("paper-v1", null, false, null, WeightSource.PROFILE, false, null));
    collection = collections.get("own");
    Files.createDirectory(folder.resolve("jobs"));
    store(List.of(SURVIVOR, "a", "b"));
  }

  @ParameterizedTest
  @EnumSource
  void whatOthersDeletedOrChangedIsLeftAlone(Action action) {
    Path list = listed(List.of("a", "b"));
    delete("a");
    JobContext context = context(CLEAN_UP, mapper);
    clean(list, context, action);
    assertThat(context.counts()).isEqualTo(Map.of("changed", 1L, "applied", 1L));
    assertThat(undo()).isEqualTo(Map.of("restored", 1L, "changed", 0L));
    assertThat(collection.find("a")).isEmpty();
    assertThat(isEnabled("b")).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void aCleanUpThatIsStoppedIsUndoneAsFarAsItCame(Action action) {
    store(MANY);
    Path list = listed(MANY);
    JobContext context = stoppedAfter(CLEAN_UP, "applied", 200);
    assertThatExceptionOfType(JobStoppedException.class)
        .isThrownBy(() -> clean(list, context, action));
    assertThat(MANY.stream().filter(this::isEnabled)).hasSize(250);
    change("d300", new DocumentChange(false, null, null, null, null));
    assertThat(undo()).isEqualTo(Map.of("restored", 200L, "changed", 0L));
    assertThat(MANY).filteredOn(id -> !isEnabled(id)).containsExactly("d300");
  }

  /// Its stop ends the wait for the memory of a text.
  @ParameterizedTest
  @EnumSource
  void aCleanUpThatIsStoppedWhileItWaitsBeginsNoWriteThatItDoesNotCount(Action action) {
    store(MANY);
    Path list = listed(MANY);
    JobContext context = stoppedAtText(CLEAN_UP, 300);
    assertThatExceptionOfType(JobStoppedException.class)
        .isThrownBy(() -> clean(list, context, action));
    assertThat(context.counts()).containsExactly(entry("applied", 200L));
    assertThat(undo()).containsEntry("restored", 200L);
  }

  @Test
  void anUndoThatIsStoppedCountsWhatItHasWritten() {
    store(MANY);
    clean(listed(MANY), context(CLEAN_UP, mapper), Action.DISABLE);
    JobContext first = stoppedAtText("undo", 300);
    assertThatExceptionOfType(JobStoppedException.class).isThrownBy(() -> undo(first));
    assertThat(first.counts()).containsEntry("restored", 200L);
    assertThat(undo()).containsEntry("restored", 250L);
  }

  /// The process ended in the first run, whose state is lost.
  @ParameterizedTest
  @EnumSource
  void aCleanUpThatRunsAgainCountsWhatItsFirstRunDisabled(Action action) {
    store(MANY);
    Path list = listed(MANY);
    assertThatExceptionOfType(JobStoppedException.class)
        .isThrownBy(() -> clean(list, stoppedAfter(CLEAN_UP, "applied", 200), action));
    JobContext again = context(CLEAN_UP, mapper);
    clean(list, again, action);
    assertThat(again.counts()).isEqualTo(Map.of("applied", 450L));
    JobContext other = context("other", mapper);
    clean(list, other, action);
    assertThat(other.counts()).isEqualTo(Map.of("changed", 450L));
    assertThat(undo()).isEqualTo(Map.of("restored", 450L, "changed", 0L));
    assertThat(MANY).allMatch(this::isEnabled);
  }

  @ParameterizedTest
  @EnumSource
  void anUndoThatIsInterruptedRestoresTheRestWhenItRunsAgain(Action action) {
    store(MANY);
    clean(listed(MANY), context(CLEAN_UP, mapper), action);
    JobContext first = stoppedAfter("undo", "restored", 200);
    assertThatExceptionOfType(JobStoppedException.class).isThrownBy(() -> undo(first));
    assertThat(MANY.stream().filter(this::isEnabled)).hasSize(200);
    assertThat(undo()).isEqualTo(Map.of("restored", 250L, "changed", 0L));
    assertThat(MANY).allMatch(this::isEnabled);
    assertThat(undo()).isEqualTo(Map.of("restored", 0L, "changed", 0L));
  }

  @Test
  void documentsExpireAsBeforeWhenTheyAreEnabledAgain() {
    Instant soon = now.plus(Duration.ofHours(1));
    Instant late = now.plus(Duration.ofDays(70));
    store(List.of("soon", "late", "kept"));
    change("soon", expiring(soon));
    change("late", expiring(late));
    clean(listed(List.of("a", "soon", "late", "kept")), context(CLEAN_UP, mapper), Action.REMOVE);
    assertThat(revision("a").expiresAt()).isEqualTo(now.plus(WEEK));
    assertThat(revision("soon").expiresAt()).isEqualTo(soon);
    assertThat(revision("late").expiresAt()).isEqualTo(now.plus(WEEK));
    change("kept", expiring(null));
    assertThat(undo()).containsEntry("restored", 4L);
    assertThat(revision("a").expiresAt()).isNull();
    assertThat(revision("soon").expiresAt()).isEqualTo(soon);
    assertThat(revision("late").expiresAt()).isEqualTo(late);
    assertThat(revision("kept").expiresAt()).isNull();
  }

  /// Whoever gives a verdict takes the document from the job, which then does not remove it.
  @Test
  void aVerdictOfAClientEndsTheRemoval() {
    store(List.of("c"));
    clean(listed(List.of("a", "b", "c")), context(CLEAN_UP, mapper), Action.REMOVE);
    change("a", new DocumentChange(true, null, null, null, null));
    change("b", new DocumentChange(false, null, null, null, null));
    change("c", new DocumentChange(null, null, new MetadataPatch("{\"seen\":1}"), null, null));
    assertThat(revision("a").expiresAt()).isNull();
    assertThat(revision("b").expiresAt()).isNull();
    assertThat(revision("b").disabledBy()).isNull();
    assertThat(undo()).isEqualTo(Map.of("restored", 1L, "changed", 0L));
    assertThat(isEnabled("b")).isFalse();
    assertThat(isEnabled("c")).isTrue();
    assertThat(revision("c").metadata()).isEqualTo("{\"seen\":1}");
  }

  /// A document that is to be deleted is not there for the one who stores it again.
  @Test
  void aRemovedDocumentIsStoredAgainAsANewOne() {
    clean(listed(List.of("a")), context(CLEAN_UP, mapper), Action.REMOVE);
    clean(listed(List.of("b")), context(CLEAN_UP, mapper), Action.DISABLE);
    store(List.of("a", "b"));
    assertThat(isEnabled("a")).isTrue();
    assertThat(revision("a").expiresAt()).isNull();
    assertThat(isEnabled("b")).as("as after any other verdict").isFalse();
    assertThat(undo()).isEqualTo(Map.of("restored", 0L, "changed", 0L));
  }

  private static DocumentChange expiring(@Nullable Instant at) {
    return new DocumentChange(null, null, null, new Expiry(at), null);
  }

  private void change(String id, DocumentChange change) {
    collection.revise(id, Precondition.NONE, change).join();
  }

  private Revision revision(String id) {
    return collection.get(id).revision();
  }

  private boolean isEnabled(String id) {
    return revision(id).enabled();
  }

  private void clean(Path list, JobContext context, Action action) {
    Clock clock = Clock.fixed(now, ZoneOffset.UTC);
    new DuplicateRemoval(
            new PeerCalls(collections, mapper),
            collection,
            collection,
            action.removeAfter,
            clock,
            context,
            true)
        .run(list, 0);
  }

  private Map<String, Long> undo() {
    return undo(context("undo", mapper));
  }

  /// Undoes the clean-up, whose state is not known.
  private Map<String, Long> undo(JobContext context) {
    UndoJob.kind(id -> Optional.empty(), collections.backend())
        .prepare(
            new UndoJobRequest(null, null, CLEAN_UP), new JobScope(collection, name -> collection))
        .run(context);
    return context.counts();
  }

  private JobContext context(String id, JsonMapper results) {
    return context(id, results, JobMemory.unlimited());
  }

  private JobContext context(String id, JsonMapper results, JobMemory memory) {
    return new JobContext(
        id,
        new JobFiles(folder.resolve("jobs"), 0, results).write(id, quota.open("caller")),
        memory);
  }

  /// A run that is stopped when it counts the memory of a text, for which there is not enough.
  private JobContext stoppedAtText(String id, int stoppedAt) {
    AtomicReference<JobContext> context = new AtomicReference<>();
    AtomicInteger texts = new AtomicInteger();
    CallerQuota memory = new CallerQuota(64, (full, bound) -> new IllegalStateException());
    memory.takeOne("other caller");
    LongUnaryOperator ofText =
        bytes -> {
          if (texts.incrementAndGet() < stoppedAt) {
            return 0;
          }
          context.get().stop();
          return 64;
        };
    context.set(context(id, mapper, new JobMemory(memory, ofText)));
    return context.get();
  }

  /// A run that is stopped when it writes its first results, of which it has that many.
  private JobContext stoppedAfter(String id, String count, long documents) {
    AtomicReference<JobContext> context = new AtomicReference<>();
    JsonMapper stopping =
        new JsonMapper() {
          @Override
          public byte[] writeValueAsBytes(Object result) {
            if (context.get().counts().get(count) == documents) {
              context.get().stop();
            }
            return super.writeValueAsBytes(result);
          }
        };
    context.set(context(id, stopping));
    return context.get();
  }

  /// A list of documents that are to be disabled or removed, as they are now.
  private Path listed(List<String> ids) {
    String survivorTag = collection.get(SURVIVOR).tag();
    Stream<String> lines =
        ids.stream()
            .map(id ->
                new Duplicate(
                    1L,
                    id,
                    collection.get(id).tag(),
                    SURVIVOR,
                    survivorTag,
                    0,
                    null,
                    1,
                    1,
                    null,
                    null))
            .map(mapper::writeValueAsString);
    try {
      return Files.write(
          folder.resolve(ids.getFirst() + ".list"), (Iterable<String>) lines::iterator);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private void delete(String id) {
    collection.remove(id, Precondition.NONE).join();
  }

  private void store(List<String> ids) {
    NewDocuments.storeAll(collection, ids.stream().map(id -> NewDocuments.of(id, FINGERPRINT)));
  }
}

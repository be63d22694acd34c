package io.neardup.service.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.neardup.service.CallerQuota;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.collection.CollectionChange;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.collection.LoadedCollections;
import io.neardup.service.collection.NewDocuments;
import io.neardup.service.job.DedupeJob.Duplicate;
import io.neardup.service.job.JobContext.JobStoppedException;
import io.neardup.service.job.JobKind.JobScope;
import io.neardup.service.job.JobRequest.ApplyJobRequest;
import io.neardup.service.job.JobRequest.UndoJobRequest;
import io.neardup.service.write.Precondition;
import io.neardup.store.StoreOptions;
import io.neardup.store.WeightSource;
import io.neardup.store.disk.DocumentStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/// What a clean-up has changed can be undone, and nothing else, wherever either of them ends.
class CleanUpTests {

  private static final String CLEAN_UP = "clean";
  private static final String SURVIVOR = "survivor";
  private static final Consumer<JobContext> NOTHING = context -> {};

  private final JsonMapper mapper = new JsonMapper();
  private final JobRegistry registry = new JobRegistry();
  private final CallerQuota quota =
      new CallerQuota(1 << 30, 1 << 30, (full, bound) -> new IllegalStateException());

  @TempDir private Path folder;
  @AutoClose private DocumentStore store;
  private DocumentCollection collection;
  private JobFiles files;
  private CleanUps cleanUps;

  @BeforeEach
  void open() throws IOException {
    store = DocumentStore.open(folder.resolve("store"), StoreOptions.DEFAULTS);
    DocumentCollections collections = LoadedCollections.of(store);
    collections.put(
        "own",
        new CollectionChange("paper-v1", null, false, null, WeightSource.PROFILE, false, null));
    collection = collections.get("own");
    files = new JobFiles(Files.createDirectory(folder.resolve("jobs")), 0, mapper);
    cleanUps = new CleanUps(registry, files, collections);
    store(List.of(SURVIVOR, "a", "b"));
  }

  @Test
  void whatOthersDeletedStaysDeleted() {
    Path first = listed(List.of("a"));
    Path second = listed(List.of("b"));
    JobContext context = cleanUp(kept -> delete("a"));
    remove(first, context);
    remove(second, context);
    assertThat(context.counts()).isEqualTo(Map.of("changed", 1L, "applied", 1L));
    end(context, JobState.DONE);
    assertThat(undo()).isEqualTo(Map.of("restored", 1L, "changed", 0L, "missing", 0L));
    assertThat(collection.find("a")).isEmpty();
    assertThat(collection.find("b")).isPresent();
  }

  @Test
  void aCleanUpThatChangedNothingCannotBeUndone() {
    Path list = listed(List.of("a"));
    JobContext context = cleanUp(kept -> delete("a"));
    remove(list, context);
    end(context, JobState.DONE);
    assertThat(files.undoBytes(CLEAN_UP)).isPositive();
    assertThatExceptionOfType(RequestException.class)
        .isThrownBy(() -> cleanUps.kept(CLEAN_UP))
        .withMessageContaining("has disabled and removed nothing")
        .matches(refusal -> refusal.kind() == Fault.CONFLICT);
  }

  @Test
  void aCleanUpThatIsStoppedRecordsWhatItLeftAlone() {
    Path list = listed(List.of("a", "b"));
    JobContext context =
        cleanUp(kept -> {
          delete("a");
          kept.stop();
        });
    assertThatExceptionOfType(JobStoppedException.class).isThrownBy(() -> remove(list, context));
    end(context, JobState.CANCELLED);
    assertThat(collection.find("b")).isEmpty();
    assertThat(undo()).containsEntry("restored", 1L);
    assertThat(collection.find("a")).isEmpty();
    assertThat(collection.find("b")).isPresent();
  }

  /// The process ended after it removed `a`, and the job ran again with the same list.
  @Test
  void aCleanUpThatRunsAgainKeepsWhatItsFirstRunChanged() {
    Path list = listed(List.of("a", "b"));
    JobContext killed = cleanUp(NOTHING);
    killed.undo().append(UndoEntry.removing(collection.get("a"), collection.get("a").revision()));
    delete("a");
    killed.closeUndo();
    JobContext context = cleanUp(NOTHING);
    remove(list, context);
    assertThat(context.counts()).isEqualTo(Map.of("changed", 1L, "applied", 1L));
    end(context, JobState.DONE);
    assertThat(undo()).containsEntry("restored", 2L);
    assertThat(collection.find("a")).isPresent();
    assertThat(collection.find("b")).isPresent();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anUndoThatIsInterruptedRestoresTheRestWhenItRunsAgain(boolean removes) {
    List<String> ids = IntStream.range(0, 450).mapToObj("d%03d"::formatted).toList();
    store(ids);
    JobContext context = cleanUp(NOTHING);
    clean(listed(ids), context, removes);
    end(context, JobState.DONE);
    AtomicReference<JobContext> first = new AtomicReference<>();
    JsonMapper stopping =
        new JsonMapper() {
          @Override
          public byte[] writeValueAsBytes(Object result) {
            byte[] line = super.writeValueAsBytes(result);
            if (first.get().counts().get("restored") == 200) {
              first.get().stop();
            }
            return line;
          }
        };
    first.set(undoing(stopping));
    assertThatExceptionOfType(JobStoppedException.class).isThrownBy(() -> undo(first.get()));
    assertThat(first.get().counts()).containsEntry("restored", 200L);
    assertThat(ids.stream().filter(this::isEnabled)).hasSize(200);
    assertThat(undo()).isEqualTo(Map.of("restored", 450L, "changed", 0L, "missing", 0L));
    assertThat(ids).allMatch(this::isEnabled);
  }

  private boolean isEnabled(String id) {
    return collection.find(id).filter(document -> document.revision().enabled()).isPresent();
  }

  /// A run of the clean-up.
  ///
  /// @param onKeep runs when it has read its first document, before it changes that
  private JobContext cleanUp(Consumer<JobContext> onKeep) {
    AtomicReference<JobContext> context = new AtomicReference<>();
    context.set(
        new JobContext(
            CLEAN_UP,
            files.write(CLEAN_UP, quota.open("caller")),
            () -> {
              onKeep.accept(context.get());
              return files.writeUndo(CLEAN_UP, quota.open("caller"));
            },
            JobMemory.unlimited()));
    return context.get();
  }

  private void remove(Path list, JobContext context) {
    clean(list, context, true);
  }

  private void clean(Path list, JobContext context, boolean removes) {
    new DuplicateRemoval(mapper, collection, removes, context, true).run(list, 0);
  }

  private void end(JobContext context, JobState state) {
    context.closeUndo();
    registry.put(
        new Job(
            JobStatus.queued(
                    CLEAN_UP,
                    "own",
                    "caller",
                    new ApplyJobRequest("dry-run"),
                    Instant.now(),
                    Set.of(collection.incarnation()))
                .running(Instant.now())
                .with(context.made())
                .ended(state, Instant.now(), null)));
  }

  /// Undoes the clean-up and returns what became of its documents.
  private Map<String, Long> undo() {
    return undo(undoing(mapper));
  }

  private Map<String, Long> undo(JobContext context) {
    UndoJob.kind(cleanUps::kept, of -> {}, Instant::now)
        .prepare(new UndoJobRequest(CLEAN_UP), new JobScope(collection, name -> collection))
        .run(context);
    return context.counts();
  }

  private JobContext undoing(JsonMapper results) {
    return new JobContext(
        "undo",
        new JobFiles(folder.resolve("jobs"), 0, results).write("undo", quota.open("caller")),
        () -> files.writeUndo("undo", quota.open("caller")),
        JobMemory.unlimited());
  }

  /// A list of documents that are to be removed, as they are now.
  private Path listed(List<String> ids) {
    String survivorTag = collection.get(SURVIVOR).tag();
    Stream<String> lines =
        ids.stream()
            .map(id ->
                new Duplicate(
                    1, id, collection.get(id).tag(), SURVIVOR, survivorTag, 0, 1, 1, null))
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
    NewDocuments.storeAll(
        collection, ids.stream().map(id -> NewDocuments.of(id, "00000000000000ff")));
  }
}

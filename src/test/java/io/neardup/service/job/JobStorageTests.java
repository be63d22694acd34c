package io.neardup.service.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.neardup.service.CollectionAccess;
import io.neardup.service.collection.CollectionChange;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.collection.LoadedCollections;
import io.neardup.service.job.JobRequest.PairsJobRequest;
import io.neardup.store.CollectionRecords.Kind;
import io.neardup.store.StoreException;
import io.neardup.store.StoreOptions;
import io.neardup.store.WeightSource;
import io.neardup.store.disk.DocumentStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdSerializer;

/// States of jobs that cannot be written, or not soon. One job runs at a time.
class JobStorageTests {

  @TempDir private Path data;
  private volatile Consumer<JobState> onWrite = state -> {};
  private final JsonMapper mapper =
      JsonMapper.builder().addModule(new SimpleModule().addSerializer(new States())).build();
  private final CountDownLatch released = new CountDownLatch(1);
  private DocumentStore store;
  private DocumentCollections collections;
  private JobService jobs;

  @BeforeEach
  void open() {
    store = DocumentStore.open(data.resolve("store"), StoreOptions.DEFAULTS);
    collections = LoadedCollections.of(store);
    collections.put(
        "own", new CollectionChange(null, null, false, null, WeightSource.PROFILE, false, null));
    jobs = service();
  }

  @AfterEach
  void close() {
    onWrite = state -> {};
    jobs.close();
    store.close();
  }

  @Test
  void anEndThatCannotBeStoredAtTheStartIsStoredLater() {
    JobStatus running =
        JobStatus.queued(
                "a",
                "own",
                "caller",
                request("a"),
                Instant.EPOCH,
                Map.of("own", collections.get("own").settings().creation()))
            .running(Instant.EPOCH);
    states().save(running);
    onWrite = failing(JobState.INTERRUPTED);
    jobs.load();
    jobs.start();
    assertThat(jobs.get("a").state()).isEqualTo(JobState.INTERRUPTED);
    assertThat(stored("a")).isEqualTo(JobState.RUNNING);
    onWrite = state -> {};
    jobs.expire();
    assertThat(stored("a")).isEqualTo(JobState.INTERRUPTED);
  }

  @Test
  void endsAreStoredAtTheLatestWhenTheServiceStops() {
    start();
    jobs.submission().submit("caller", "own", request("a"));
    jobs.submission().submit("caller", "own", request("b"));
    jobs.submission().submit("caller", "own", request("c"));
    onWrite = failing(JobState.CANCELLED);
    jobs.remove("caller", "b");
    assertThat(jobs.get("b").state()).isEqualTo(JobState.CANCELLED);
    assertThat(stored("b")).as("would run after a start").isEqualTo(JobState.QUEUED);
    onWrite = state -> {};
    jobs.close();
    assertThat(stored("b")).isEqualTo(JobState.CANCELLED);
    assertThat(stored("a")).isEqualTo(JobState.INTERRUPTED);
    assertThat(stored("c")).isEqualTo(JobState.QUEUED);
  }

  @Test
  void aJobEndsAndTheNextOneRunsWhateverFails() throws InterruptedException {
    start();
    onWrite = failing(JobState.DONE);
    released.countDown();
    jobs.submission().submit("caller", "own", request("a"));
    jobs.submission().submit("caller", "own", request("b"));
    assertThat(jobs.await("a", 60_000).state()).isEqualTo(JobState.DONE);
    assertThat(jobs.await("b", 60_000).state()).isEqualTo(JobState.DONE);
    assertThat(jobs.running()).isZero();
    onWrite = state -> {};
    jobs.expire();
    assertThat(stored("a")).isEqualTo(JobState.DONE);
  }

  @Test
  void aJobThatCannotBeDeletedKeepsItsSize() throws Exception {
    start();
    released.countDown();
    jobs.submission().submit("caller", "own", request("a"));
    jobs.await("a", 60_000);
    long size = jobs.resultQuota().taken();
    assertThat(size).isPositive();
    Path results = jobs.results("a");
    Files.delete(results);
    Files.createDirectory(results);
    Path obstacle = Files.createFile(results.resolve("obstacle"));
    assertThatThrownBy(() -> jobs.remove("caller", "a")).isInstanceOf(StoreException.class);
    assertThat(jobs.get("a").state()).isEqualTo(JobState.DONE);
    assertThat(jobs.resultQuota().taken()).isEqualTo(size);
    Files.delete(obstacle);
    assertThat(jobs.remove("caller", "a")).isNull();
    assertThat(jobs.resultQuota().taken()).isZero();
  }

  private void start() {
    jobs.load();
    jobs.start();
  }

  private JobService service() {
    JobOptions options =
        new JobOptions(data.resolve("jobs"), 1, 10, Duration.ofDays(1), 1 << 30, 0);
    return new JobService(
        options,
        List.of(
            new JobKind<>(
                PairsJobRequest.class, List.of("n"), (request, scope) -> this::waitForRelease)),
        collections,
        CollectionAccess.all(),
        JobMemory.unlimited(),
        mapper,
        Clock.systemUTC(),
        new SimpleMeterRegistry());
  }

  private static PairsJobRequest request(String id) {
    return new PairsJobRequest(id, null, null, null, null, null);
  }

  private JobState stored(String id) {
    DocumentCollection own = collections.get("own");
    byte[] json = own.records().find(own.incarnation(), Kind.JOB, id);
    return new JsonMapper().readValue(Objects.requireNonNull(json), JobStatus.class).state();
  }

  private JobStates states() {
    return new JobStates(collections, mapper);
  }

  private static Consumer<JobState> failing(JobState of) {
    return state -> {
      if (state == of) {
        throw new IllegalStateException("cannot be written");
      }
    };
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Writes states, which may fail or take long.
  private final class States extends StdSerializer<JobState> {

    States() {
      super(JobState.class);
    }

    @Override
    public void serialize(JobState state, JsonGenerator json, SerializationContext context) {
      onWrite.accept(state);
      json.writeString(state.name());
    }
  }

  /// Has one result, and runs until it is stopped or released.
  private void waitForRelease(JobContext context) {
    context.onStop(released::countDown);
    context.append(List.of(1));
    JobStorageTests.await(released);
  }
}

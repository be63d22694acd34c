package io.neardup.service.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.neardup.Eventually;
import io.neardup.index.StopSignal;
import io.neardup.service.CollectionAccess;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.collection.CollectionBackend;
import io.neardup.service.collection.CollectionChange;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.collection.LoadedCollections;
import io.neardup.service.job.JobKind.JobScope;
import io.neardup.service.job.JobRequest.CompareJobRequest;
import io.neardup.service.job.JobRequest.CopyJobRequest;
import io.neardup.service.job.JobRequest.DedupeJobRequest;
import io.neardup.service.job.JobRequest.PairsJobRequest;
import io.neardup.service.job.JobService.JobList;
import io.neardup.service.job.PeerComparison.MatchQuestion;
import io.neardup.service.peer.PeerCalls;
import io.neardup.store.CollectionRecords;
import io.neardup.store.CollectionRecords.Change;
import io.neardup.store.CollectionRecords.Kind;
import io.neardup.store.CollectionSettings;
import io.neardup.store.StoreOptions;
import io.neardup.store.WeightSource;
import io.neardup.store.disk.DocumentStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/// Jobs of a collection that moves to another process of a cluster: the next service stands for it.
class JobHandOverTests {

  @TempDir private Path data;
  private final JsonMapper mapper = new JsonMapper();
  private final AtomicLong epoch = new AtomicLong(1);
  private DocumentStore store;
  private DocumentCollections collections;
  private volatile CountDownLatch running = new CountDownLatch(1);
  private volatile boolean ends;
  private volatile boolean isOwned = true;
  private volatile boolean isOtherOwned = true;
  private final AtomicInteger otherReads = new AtomicInteger();
  private volatile boolean isHandedOver;
  private volatile @Nullable JobState refused; // which the owner does not store
  private volatile long otherEpochs = 1; // which grow with each read of them
  private @Nullable Runnable onStored; // run once, when a state is stored
  private final AtomicInteger runs = new AtomicInteger();
  private final AtomicInteger losses = new AtomicInteger();
  private JobService jobs;

  @BeforeEach
  void open() {
    store = DocumentStore.open(data.resolve("store"), StoreOptions.DEFAULTS);
    collections = LoadedCollections.of(store, backend());
    collections.put(
        "own", new CollectionChange(null, null, false, null, WeightSource.PROFILE, false, null));
    collections.put(
        "to", new CollectionChange(null, null, false, null, WeightSource.PROFILE, false, null));
    jobs = service("one");
  }

  @AfterEach
  void close() {
    jobs.close();
    store.close();
  }

  /// A process of a cluster that answers for all collections.
  private CollectionBackend backend() {
    CollectionBackend local = CollectionBackend.local(store, Clock.systemUTC());
    return (CollectionBackend)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {CollectionBackend.class},
            (_, method, arguments) ->
                switch (method.getName()) {
                  case "isAlone" -> false;
                  case "epoch" ->
                      ((CollectionSettings) arguments[0]).name().equals("own")
                          ? epoch.get()
                          : Math.min(otherReads.incrementAndGet(), otherEpochs);
                  case "answersFor" -> isOwned(((CollectionSettings) arguments[0]).name());
                  case "isHandedOver" -> isHandedOver;
                  case "records" -> records(local.records());
                  default -> {
                    try {
                      yield method.invoke(local, arguments);
                    } catch (InvocationTargetException e) {
                      throw e.getCause();
                    }
                  }
                });
  }

  /// The owner of the collections takes no writes of a state for a while.
  private CollectionRecords records(CollectionRecords stored) {
    return (CollectionRecords)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {CollectionRecords.class},
            (_, method, arguments) -> {
              if (method.getName().equals("apply")) {
                byte[] json = ((Change) ((List<?>) arguments[1]).getFirst()).value();
                if (json != null
                    && mapper.readValue(json, JobStatus.class).state().equals(refused)) {
                  throw RequestException.busy("the collection is being assigned", 1);
                }
              }
              try {
                Object answer = method.invoke(stored, arguments);
                Runnable next = onStored;
                if (next != null && method.getName().equals("apply")) {
                  onStored = null;
                  next.run();
                }
                return answer;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private boolean isOwned(String collection) {
    return collection.equals("own") ? isOwned : isOtherOwned;
  }

  private JobService service(String process) {
    JobService service =
        new JobService(
            new JobOptions(data.resolve(process), 1, 10, Duration.ofDays(1), 1 << 30, 0),
            List.of(
                CompareJob.kind(
                    new CleanUps(new PeerCalls(collections, mapper), Clock.systemUTC())),
                new JobKind<>(
                    PairsJobRequest.class,
                    List.of("n"),
                    (_, scope) -> context -> work(scope, context)),
                new JobKind<>(
                    DedupeJobRequest.class,
                    List.of("n"),
                    (_, scope) -> context -> work(scope, context)),
                new JobKind<>(
                    CopyJobRequest.class,
                    List.of("n"),
                    (_, scope) -> context -> work(scope, context))),
            collections,
            CollectionAccess.all(),
            JobMemory.unlimited(),
            mapper,
            Clock.systemUTC(),
            new SimpleMeterRegistry());
    service.load();
    service.start();
    return service;
  }

  /// Writes a batch, and runs until it is stopped.
  private void work(JobScope scope, JobContext context) {
    context.progress(10);
    context.did(4);
    context.count("added", 4);
    context.wrote();
    runs.incrementAndGet();
    boolean fails = !isOwned(scope.collection().name());
    running.countDown();
    if (fails) {
      throw RequestException.busy("the collection is being assigned", 1);
    }
    if (losses.getAndDecrement() > 0) {
      throw RequestException.busy("another collection was lost", 1);
    }
    while (!ends) {
      context.check();
      Thread.onSpinWait();
    }
  }

  private static JobRequest.ClientJobRequest reading(String id) {
    return new PairsJobRequest(id, null, null, null, null, null);
  }

  private static JobRequest.ClientJobRequest writing(String id) {
    return new CopyJobRequest(id, null, null, null, null, "to", null);
  }

  private void submit(JobRequest.ClientJobRequest request) throws InterruptedException {
    jobs.submission().submit("caller", "own", request);
    running.await();
  }

  /// As a process does that stops, or whose partition is assigned to another one.
  private void leave() {
    jobs.left(collections.get("own"));
    jobs.close();
  }

  private void move(String process) {
    running = new CountDownLatch(1);
    jobs = service(process);
  }

  private JobStatus stored(String id) {
    DocumentCollection own = collections.get("own");
    byte[] json = own.records().find(own.incarnation(), Kind.JOB, id);
    return mapper.readValue(Objects.requireNonNull(json), JobStatus.class);
  }

  @Test
  void aJobThatOnlyReadsIsBegunAgainWheneverItsProcessLeaves() throws InterruptedException {
    submit(reading("a"));
    for (String next : List.of("two", "three", "four")) {
      leave();
      assertThat(stored("a").state()).isEqualTo(JobState.QUEUED);
      move(next);
      running.await();
    }
    ends = true;
    assertThat(jobs.await("a", 60_000).state()).isEqualTo(JobState.DONE);
  }

  @Test
  void aJobThatWritesIsBegunAgainOnceWhenItsProcessLeaves() throws InterruptedException {
    submit(writing("a"));
    leave();
    assertThat(stored("a").state()).isEqualTo(JobState.QUEUED);
    move("two");
    running.await();
    leave();
    assertThat(stored("a").state()).isEqualTo(JobState.INTERRUPTED);
    move("three");
    assertThat(jobs.get("a").state()).isEqualTo(JobState.INTERRUPTED);
  }

  /// Such as if the partition is lost for a moment, and the same process is its next owner.
  @Test
  void aJobThatWritesIsBegunAgainOnceIfALivingProcessCouldNotStoreItsState() throws Exception {
    submit(writing("a"));
    for (JobState next : List.of(JobState.RUNNING, JobState.INTERRUPTED)) {
      refused = next == JobState.RUNNING ? JobState.QUEUED : next;
      running = new CountDownLatch(1);
      jobs.left(collections.get("own"));
      assertThat(stored("a").state()).isEqualTo(JobState.RUNNING);
      refused = null;
      isHandedOver = true;
      jobs.owned(collections.get("own"));
      if (next == JobState.RUNNING) {
        running.await();
      }
      assertThat(jobs.get("a").state()).isEqualTo(next);
    }
    assertThat(stored("a").state()).isEqualTo(JobState.INTERRUPTED);
  }

  @Test
  void aJobWaitsForItsOwnerBeforeItsStateIsStored() throws InterruptedException {
    refused = JobState.RUNNING;
    jobs.submission().submit("caller", "own", writing("a"));
    Eventually.await().until(() -> "own".equals(jobs.get("a").progress().waitingFor()));
    assertThat(jobs.get("a").state()).isEqualTo(JobState.QUEUED);
    refused = null;
    running.await();
    assertThat(jobs.get("a").progress().waitingFor()).isNull();

    refused = JobState.QUEUED;
    epoch.incrementAndGet();
    ends = true;
    Eventually.await().until(() -> "own".equals(jobs.get("a").progress().waitingFor()));
    assertThat(runs).hasValue(1);
    refused = null;
    JobStatus ended = jobs.await("a", 60_000);
    assertThat(ended.state()).isEqualTo(JobState.DONE);
    assertThat(ended.restarts()).isOne();
  }

  @Test
  void aJobWhoseStateIsNotStoredYetCanBeCancelled() throws InterruptedException {
    refused = JobState.RUNNING;
    jobs.submission().submit("caller", "own", writing("begins"));
    Eventually.await().until(() -> "own".equals(jobs.get("begins").progress().waitingFor()));
    jobs.remove("caller", "begins");
    assertThat(jobs.await("begins", 60_000).state()).isEqualTo(JobState.CANCELLED);
    refused = null;
    submit(writing("ends"));
    refused = JobState.QUEUED;
    epoch.incrementAndGet();
    ends = true;
    Eventually.await().until(() -> "own".equals(jobs.get("ends").progress().waitingFor()));
    jobs.remove("caller", "ends");
    assertThat(jobs.await("ends", 60_000).state()).isEqualTo(JobState.CANCELLED);
    assertThat(runs).hasValue(1);
  }

  /// Such as while the brokers take none of its writes.
  @Test
  void aJobWhoseOwnCollectionTakesNoWritesForAMomentIsBegunAgainOnce() throws InterruptedException {
    losses.set(1);
    submit(reading("a"));
    ends = true;
    assertThat(jobs.await("a", 60_000).state()).isEqualTo(JobState.DONE);
    assertThat(runs).hasValue(2);
  }

  @ValueSource(booleans = {false, true})
  @ParameterizedTest
  void aJobWhoseCollectionLeavesWhileItIsQueuedRunsOnceAtTheNextOwner(boolean returns)
      throws InterruptedException {
    refused = JobState.RUNNING;
    ends = true;
    onStored =
        () -> {
          isOwned = false;
          jobs.left(collections.get("own"));
          if (returns) {
            own();
          }
        };
    jobs.submission().submit("caller", "own", writing("a"));
    assertThat(stored("a").state()).isEqualTo(JobState.QUEUED);
    if (!returns) {
      assertThat(jobs.running() + jobs.queued()).isZero();
      own();
    }
    assertThat(jobs.running()).isOne();
    refused = null;
    JobStatus ended = jobs.await("a", 60_000);
    assertThat(ended.state()).isEqualTo(JobState.DONE);
    assertThat(ended.restarts()).isZero();
    Eventually.await().until(() -> jobs.running() + jobs.queued() == 0);
    assertThat(runs).hasValue(1);
  }

  /// A new owner takes over jobs a moment after it can answer.
  @Test
  void jobsAreKnownBeforeTheyAreTakenOver() throws InterruptedException {
    submit(writing("a"));
    leave();
    isOwned = false;
    jobs = service("two");
    assertThat(listed("own")).as("in place of the owner").containsExactly("a");
    assertThat(listed("to")).isEmpty();
    assertThat(jobs.get("a").state()).isEqualTo(JobState.QUEUED);
    assertThatThrownBy(() -> jobs.remove("caller", "a"))
        .hasMessageContaining("is being assigned to an instance");
    isOwned = true;
    assertThat(listed("own")).containsExactly("a");
    assertThatThrownBy(() -> jobs.submission().submit("caller", "own", reading("a")))
        .hasMessageContaining("is the id of another job");
    jobs.remove("caller", "a");
    assertThat(jobs.await("a", 60_000).state()).isEqualTo(JobState.CANCELLED);
    jobs.owned(collections.get("own"));
    assertThat(jobs.get("a").state()).isEqualTo(JobState.CANCELLED);
  }

  @Test
  void theJobsOfADeletedCollectionAreDeleted() throws InterruptedException {
    ends = true;
    submit(reading("a"));
    assertThat(jobs.await("a", 60_000).state()).isEqualTo(JobState.DONE);
    collections.drop("own");
    assertThatThrownBy(() -> jobs.get("a")).hasMessageContaining("names no job");
    assertThat(listed("own")).isEmpty();
  }

  private List<String> listed(String of) {
    return jobs.list(new JobList(null, null, null, 10, List.of(of)), Stream.of()).jobs().stream()
        .map(JobStatus::id)
        .toList();
  }

  private void own() {
    epoch.incrementAndGet();
    isOwned = true;
    jobs.owned(collections.get("own"));
  }

  /// It may have been what ended the process.
  @Test
  void aJobWhoseProcessDiesIsBegunAgainOnceUnlessItWrites() throws InterruptedException {
    submit(writing("writes"));
    JobStatus died = stored("writes");
    assertThat(died.state()).isEqualTo(JobState.RUNNING);
    assertThat(died.progress().counts()).as("of its batches").containsEntry("added", 4L);
    jobs.remove("caller", "writes");
    jobs.await("writes", 60_000);
    leave();
    new JobStates(collections, mapper).save(died);
    move("two");
    JobStatus ended = jobs.get("writes");
    assertThat(ended.state()).isEqualTo(JobState.INTERRUPTED);
    assertThat(ended.progress().counts()).containsEntry("added", 4L);

    submit(reading("reads"));
    JobStatus first = stored("reads");
    jobs.remove("caller", "reads");
    jobs.await("reads", 60_000);
    leave();
    new JobStates(collections, mapper).save(first);
    move("three");
    running.await();
    JobStatus second = stored("reads");
    assertThat(second.state()).isEqualTo(JobState.RUNNING);
    jobs.remove("caller", "reads");
    jobs.await("reads", 60_000);
    leave();
    new JobStates(collections, mapper).save(second);
    move("four");
    assertThat(jobs.get("reads").state()).isEqualTo(JobState.INTERRUPTED);
  }

  /// The results would lack what another process has written meanwhile.
  @Test
  void theResultsOfARunDoNotCountAfterAnotherProcessHasAnswered() throws InterruptedException {
    submit(reading("a"));
    epoch.incrementAndGet();
    ends = true;
    assertThat(jobs.await("a", 60_000).state()).isEqualTo(JobState.DONE);
    assertThat(runs).as("it was begun again").hasValue(2);
  }

  /// A partition is lost for a moment, such as by a lease that ends before it is extended.
  @Test
  void aJobThatBeginsWhileNoProcessOwnsItsCollectionIsBegunAgain() throws InterruptedException {
    for (JobRequest.ClientJobRequest request : List.of(reading("reads"), writing("writes"))) {
      isOwned = false;
      running = new CountDownLatch(1);
      submit(request);
      ends = true;
      isOwned = true;
      assertThat(jobs.await(request.id(), 60_000).state()).isEqualTo(JobState.DONE);
    }
    assertThat(runs).hasValue(4);
  }

  @Test
  void aJobThatWaitsForTheOwnerOfItsCollectionCanBeCancelled() throws InterruptedException {
    isOwned = false;
    submit(reading("a"));
    jobs.remove("caller", "a");
    JobStatus ended = jobs.await("a", 60_000);
    assertThat(ended.state()).isEqualTo(JobState.CANCELLED);
    assertThat(ended.failure()).isNull();
  }

  @Test
  void aJobThatWaitsForAnOwnerLetsAnotherOneRun() throws InterruptedException {
    isOtherOwned = false;
    ends = true;
    jobs.submission().submit("caller", "to", reading("waits"));
    Eventually.await().until(() -> "to".equals(jobs.get("waits").progress().waitingFor()));
    jobs.submission().submit("caller", "own", reading("runs"));
    assertThat(jobs.await("runs", 60_000).state()).isEqualTo(JobState.DONE);
    isOtherOwned = true;
    JobStatus ended = jobs.await("waits", 60_000);
    assertThat(ended.state()).isEqualTo(JobState.DONE);
    assertThat(ended.progress().waitingFor()).isNull();
  }

  /// Such as in the middle of the rows of another collection, whose owner is killed.
  @Test
  void aJobThatLosesTheOwnerOfAnotherCollectionIsBegunAgainOnce() throws InterruptedException {
    losses.set(1);
    submit(writing("once"));
    ends = true;
    assertThat(jobs.await("once", 60_000).state()).isEqualTo(JobState.DONE);
    losses.set(2);
    submit(writing("twice"));
    JobStatus ended = jobs.await("twice", 60_000);
    assertThat(ended.state()).isEqualTo(JobState.FAILED);
    assertThat(Objects.requireNonNull(ended.failure()).message()).contains("another collection");
    assertThat(runs).hasValue(4);
  }

  /// The documents of a replica that has lost its partition may be outdated, and are removed later.
  @Test
  void aComparisonIsBegunAgainIfAnotherProcessTookOverTheOtherCollection() throws Exception {
    CompareJobRequest request =
        new CompareJobRequest("a", null, null, null, null, "to", null, null, null, null);
    otherEpochs = 2;
    jobs.submission().submit("caller", "own", request);
    JobStatus ended = jobs.await("a", 60_000);
    assertThat(ended.state()).isEqualTo(JobState.DONE);
    assertThat(ended.restarts()).isOne();

    otherEpochs = Long.MAX_VALUE;
    byte[] question = mapper.writeValueAsBytes(new MatchQuestion("own", request, List.of()));
    assertThatThrownBy(() ->
            PeerComparison.rows(
                new PeerCalls(collections, mapper), question, StopSignal.NEVER, _ -> {}))
        .hasMessageContaining("'to' was reassigned");
  }

  @Test
  void anotherCollectionIsWaitedForUntilATakeoverShouldBeOver() {
    PeerCalls peers = new PeerCalls(collections, mapper);
    DocumentCollection other = collections.get("to");
    isOtherOwned = false;
    JobContext context = JobContext.answering(_ -> {}, JobMemory.unlimited());
    List<Optional<String>> waits = new ArrayList<>();
    context.onWait(name -> waits.add(Optional.ofNullable(name)));
    AtomicInteger left = new AtomicInteger(2);
    Supplier<String> question =
        () -> {
          if (left.getAndDecrement() > 0) {
            throw RequestException.busy("'to' has no owner", 1);
          }
          return "answer";
        };
    assertThat(context.patiently(peers, other, question)).isEqualTo("answer");
    assertThat(waits).containsExactly(Optional.of("to"), Optional.empty());
    left.set(Integer.MAX_VALUE);
    assertThatThrownBy(() -> context.patiently(Duration.ZERO, peers, other, question))
        .hasMessageContaining("'to' was not available for 0 minutes")
        .hasMessageContaining("'to' has no owner");
    assertThatThrownBy(() ->
            context.patiently(
                peers,
                other,
                () -> {
                  throw RequestException.invalid("rows", "are invalid");
                }))
        .hasMessageContaining("are invalid");
    context.stop();
    assertThatThrownBy(() -> context.patiently(peers, other, question))
        .isInstanceOf(JobContext.JobStoppedException.class);
  }

  @Test
  void aDryRunIsAppliedOnlyWhereItsResultsAre() throws Exception {
    ends = true;
    submit(
        new DedupeJobRequest(
            "dry", null, null, null, null, null, null, null, null, null, null, null, null, true));
    assertThat(jobs.await("dry", 60_000).state()).isEqualTo(JobState.DONE);
    assertThat(Files.exists(jobs.results("dry"))).isTrue();
    leave();
    move("two");
    assertThat(jobs.get("dry").state()).isEqualTo(JobState.DONE);
    assertThatThrownBy(() -> jobs.submission().apply("caller", "dry"))
        .isInstanceOfSatisfying(
            RequestException.class, refused -> assertThat(refused.kind()).isEqualTo(Fault.CONFLICT))
        .hasMessageContaining("restart it");
    Eventually.await().until(() -> jobs.running() == 0);
  }
}

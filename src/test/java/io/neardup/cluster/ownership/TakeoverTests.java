package io.neardup.cluster.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Eventually;
import io.neardup.cluster.TestProperties;
import io.neardup.cluster.broker.EmbeddedBrokers;
import io.neardup.cluster.kafka.ClusterProperties;
import io.neardup.cluster.kafka.KafkaClients;
import io.neardup.cluster.kafka.LogRecord;
import io.neardup.cluster.kafka.LogRecord.End;
import io.neardup.cluster.kafka.LogRecord.Kept;
import io.neardup.cluster.kafka.LogRecord.Key;
import io.neardup.cluster.kafka.LogRecord.Keyed;
import io.neardup.cluster.kafka.LogRecord.Stamp;
import io.neardup.cluster.kafka.LogRecord.Written;
import io.neardup.cluster.kafka.TopicReader;
import io.neardup.cluster.kafka.Topics;
import io.neardup.index.StopSignal;
import io.neardup.profile.Content;
import io.neardup.service.Source;
import io.neardup.service.collection.DerivedState;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.collection.LoadedCollections;
import io.neardup.service.lookup.LookupRequest;
import io.neardup.service.write.DocumentChange;
import io.neardup.service.write.NewDocument;
import io.neardup.service.write.OnDuplicate;
import io.neardup.service.write.Precondition;
import io.neardup.service.write.PreparedDocument;
import io.neardup.service.write.WriteResult.Outcome;
import io.neardup.store.CollectionRecords.Change;
import io.neardup.store.CollectionRecords.Kind;
import io.neardup.store.CollectionSettings;
import io.neardup.store.DocumentEvent.Delete;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.Incarnation;
import io.neardup.store.VerifyMode;
import io.neardup.store.WeightSource;
import java.lang.Thread.State;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.AlterConfigOp.OpType;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What a partition has after another instance has become its owner, with a broker.
@Timeout(300)
class TakeoverTests {

  private static final CollectionSettings SETTINGS =
      new CollectionSettings(
          "c",
          "simhash-256-v1",
          null,
          true,
          VerifyMode.TEXT,
          WeightSource.COLLECTION,
          true,
          null,
          Instant.EPOCH,
          5,
          0);

  private static EmbeddedBrokers brokers;

  @TempDir private Path folder;

  private final List<PartitionInstance> instances = new ArrayList<>();
  private volatile Loss loss = Loss.NONE;
  private ClusterProperties properties;
  private String topic;

  /// What happens to records on their way.
  private enum Loss {
    NONE,

    /// They do not arrive.
    OF_RECORDS,

    /// They arrive, and nobody hears of it.
    OF_ANSWERS
  }

  @BeforeAll
  static void startBroker(@TempDir Path data) {
    brokers = EmbeddedBrokers.start(data, 1);
  }

  @AfterAll
  static void stopBroker() {
    brokers.close();
  }

  @BeforeEach
  void createTopics(TestInfo test) throws Exception {
    String prefix = test.getTestMethod().orElseThrow().getName();
    properties = TestProperties.of(brokers.bootstrapServers(), prefix);
    topic = prefix + "-documents";
    try (Admin admin = clients().admin()) {
      new Topics(properties).createOnce(admin);
    }
  }

  @AfterEach
  void stop() {
    instances.forEach(PartitionInstance::close);
  }

  private KafkaClients clients() {
    return new KafkaClients(properties, URI.create("http://test:1"));
  }

  private PartitionInstance start(String name, CollectionSettings... others) {
    PartitionInstance started =
        new PartitionInstance(
            properties,
            name,
            folder,
            name.equals("one") ? this::lossy : UnaryOperator.identity(),
            Stream.concat(Stream.of(SETTINGS), Stream.of(others))
                .toArray(CollectionSettings[]::new));
    instances.add(started);
    return started;
  }

  @SuppressWarnings("unchecked")
  private Producer<byte[], byte[]> lossy(Producer<byte[], byte[]> producer) {
    return (Producer<byte[], byte[]>)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Producer.class},
            (_, method, arguments) -> {
              Object[] passed = arguments;
              if (method.getName().equals("send") && loss != Loss.NONE) {
                Callback callback = (Callback) arguments[1];
                TimeoutException failure = new TimeoutException("lost");
                if (loss == Loss.OF_RECORDS) {
                  callback.onCompletion(null, failure);
                  return CompletableFuture.failedFuture(failure);
                }
                Callback fails = (_, _) -> callback.onCompletion(null, failure);
                passed = new Object[] {arguments[0], fails};
              }
              try {
                return method.invoke(producer, passed);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  /// Some writes of the former owner fail, and nobody knows which of them are in the log; the last
  /// ones are, and it has not read them back.
  @Test
  void anOwnerHasWhatIsRebuiltFromTheLog() {
    PartitionInstance one = start("one");
    PartitionInstance two = start("two");
    one.own();
    one.keepReading();
    one.becomeReady();
    SplittableRandom random = new SplittableRandom(2);
    for (int round = 0; round < 6; round++) {
      write(one, random, 40);
      loss = round % 2 == 0 ? Loss.OF_RECORDS : Loss.OF_ANSWERS;
      List<CompletableFuture<?>> lost = begin(one, random, 4);
      loss = Loss.NONE; // writes before them may be settled by the next claim only
      await(lost);
      one.becomeReady();
    }
    one.readAll();
    one.stopReading();
    List<CompletableFuture<?>> unread = begin(one, random, 10);
    one.writer().flush();
    two.own();
    two.becomeReady();
    two.keepReading();
    write(two, random, 30);
    assertThat(unread).noneMatch(CompletableFuture::isDone);
    one.readAll();
    two.readAll();
    PartitionInstance three = start("three");
    three.readAll();
    DerivedState expected = DerivedState.of(three.collection("c"));
    assertThat(expected.texts()).hasSizeGreaterThan(10);
    assertThat(DerivedState.of(one.collection("c"))).isEqualTo(expected);
    assertThat(DerivedState.of(two.collection("c"))).isEqualTo(expected);
    DocumentCollections again = LoadedCollections.of(two.store());
    assertThat(DerivedState.of(again.find("c").orElseThrow())).isEqualTo(expected);
  }

  private static void write(PartitionInstance owner, SplittableRandom random, int count) {
    await(begin(owner, random, count));
  }

  private static void await(List<CompletableFuture<?>> begun) {
    begun.forEach(each ->
        each.handle((_, _) -> true)
            .orTimeout(Eventually.PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
            .join());
  }

  private static List<CompletableFuture<?>> begin(
      PartitionInstance owner, SplittableRandom random, int count) {
    DocumentCollection collection = owner.collection("c");
    List<CompletableFuture<?>> begun = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String id = "id" + random.nextInt(40);
      begun.add(
          switch (random.nextInt(6)) {
            case 0 -> collection.writes().remove(id, Precondition.NONE);
            case 1 ->
                collection
                    .writes()
                    .revise(
                        id,
                        Precondition.NONE,
                        new DocumentChange(random.nextBoolean(), null, null, null, null));
            case 2 -> store(collection, id, random.nextInt(60), OnDuplicate.REPLACE);
            default -> store(collection, id, random.nextInt(60), OnDuplicate.ADD);
          });
    }
    return begun;
  }

  private static CompletableFuture<?> store(
      DocumentCollection collection, String id, int text, OnDuplicate onDuplicate) {
    return collection.store(collection.prepare(document(id, text, onDuplicate), StopSignal.NEVER));
  }

  private static NewDocument document(String id, int text, OnDuplicate onDuplicate) {
    StringBuilder words = new StringBuilder();
    for (int i = 0; i < 40; i++) {
      words.append(i < 20 ? "common" + text % 4 : "own" + text).append("w").append(i).append(' ');
    }
    return new NewDocument(
        id,
        new Source.OfContent(new Content.Text(words.toString())),
        null,
        LookupRequest.NOTHING,
        onDuplicate,
        null,
        null,
        Precondition.NONE,
        null,
        null);
  }

  /// The new owner has decided since on the same text.
  @Test
  void aDocumentThatAFormerOwnerPreparedIsPreparedAgain() {
    PartitionInstance one = start("one");
    one.own();
    one.keepReading();
    one.becomeReady();
    DocumentCollection collection = one.collection("c");
    for (int i = 0; i < 5; i++) {
      store(collection, "former" + i, 10 + i, OnDuplicate.ADD).join();
    }
    PreparedDocument prepared =
        collection.prepare(document("late", 1, OnDuplicate.SKIP), StopSignal.NEVER);
    one.owner().end();
    one.own();
    one.becomeReady();
    store(collection, "first", 1, OnDuplicate.ADD).join();
    assertThat(collection.store(prepared).join().outcome()).isEqualTo(Outcome.SKIPPED);
    assertThat(collection.find("late")).isEmpty();
  }

  /// Compaction keeps the last record of a key, here that of an owner that was replaced: the valid
  /// one is removed before the next owner repeats it.
  @Test
  void whatAReplacedOwnerWritesIsExcludedAndTheValidStateRepeated() throws Exception {
    compactAtOnce();
    PartitionInstance one = start("one");
    PartitionInstance two = start("two");
    one.own();
    one.keepReading();
    one.becomeReady();
    store(one.collection("c"), "a", 1, OnDuplicate.ADD).join();
    store(one.collection("c"), "b", 2, OnDuplicate.ADD).join();
    store(one.collection("c"), "c", 3, OnDuplicate.ADD).join();
    one.collection("c").writes().remove("c", Precondition.NONE).join();
    for (Kind kind : Kind.values()) {
      keep(one, new Change(kind, "kept", bytes("valid"))).join();
      keep(one, new Change(kind, "changed", bytes("valid"))).join();
    }
    one.stopReading();
    two.readAll();
    List<Keyed> stale = new ArrayList<>();
    Stamp stamp = new Stamp(0, 1);
    stale.add(new Written(SETTINGS.creation(), new Delete("c", "a", Instant.now()), stamp));
    for (Kind kind : Kind.values()) {
      stale.add(Kept.of("c", SETTINGS.creation(), new Change(kind, "kept", null), stamp));
      stale.add(
          Kept.of("c", SETTINGS.creation(), new Change(kind, "changed", bytes("stale")), stamp));
    }
    stale.forEach(each -> one.writer().append(0, each).join());
    Eventually.await()
        .until(() -> {
          one.writer().mark(0).join(); // a later segment begins
          Map<Key, Long> epochs = firstEpochs();
          return stale.stream().allMatch(each -> epochs.get(each.key()) == 0);
        });
    two.own();
    two.keepReading();
    two.becomeReady();
    Eventually.await()
        .until(() -> {
          Map<Key, Long> epochs = lastEpochs();
          return stale.stream().allMatch(each -> epochs.get(each.key()) > 0);
        });
    PartitionInstance three = start("three");
    // The first one repeats what it excludes until it reads the claim, and that is excluded as
    // well.
    Eventually.await()
        .until(() -> {
          List<PartitionInstance> all = List.of(one, two, three);
          all.forEach(PartitionInstance::readAll);
          return all.stream().allMatch(each -> each.replica().excluded().isEmpty());
        });
    for (PartitionInstance each : List.of(one, two, three)) {
      assertThat(each.collection("c").documents().size()).isEqualTo(2);
      assertThat(DerivedState.of(each.collection("c")))
          .isEqualTo(DerivedState.of(three.collection("c")));
      for (Kind kind : Kind.values()) {
        assertThat(kept(each, kind, "kept")).isEqualTo("valid");
        assertThat(kept(each, kind, "changed")).isEqualTo("valid");
      }
    }
  }

  /// A change that is appended already follows what is excluded.
  @Test
  void theStateBeforeAPendingChangeIsNotRepeatedAfterIt() {
    PartitionInstance one = start("one");
    one.own();
    one.becomeReady();
    CompletableFuture<?> first = keep(one, new Change(Kind.JUDGEMENT, "a b", bytes("first")));
    one.readAll();
    assertThat(first).isCompleted();
    Stamp stale = new Stamp(0, 1);
    for (String key : List.of("a b", "c d", "e f")) {
      Change change = new Change(Kind.JUDGEMENT, key, bytes("stale"));
      one.writer().append(0, Kept.of("c", SETTINGS.creation(), change, stale)).join();
    }
    CompletableFuture<?> second = keep(one, new Change(Kind.JUDGEMENT, "a b", bytes("second")));
    one.writer().flush();
    Stream.generate(one::readOne)
        .filter(record -> record instanceof Kept kept && kept.key().name().equals("e f"))
        .findFirst();
    assertThat(second).isNotDone();
    Eventually.await() // the others of the round
        .until(() -> {
          Map<Key, Long> epochs = lastEpochs();
          return Stream.of("c d", "e f").allMatch(key -> epochs.get(key(Kind.JUDGEMENT, key)) > 0);
        });
    one.readAll();
    assertThat(second).isCompleted();
    one.readAll();
    assertThat(kept(one, Kind.JUDGEMENT, "a b")).isEqualTo("second");
    assertThat(kept(one, Kind.JUDGEMENT, "c d")).isNull();
  }

  @Test
  void aChangeOfNoRecordsIsDoneAtOnce() {
    PartitionInstance one = start("one");
    one.own();
    one.becomeReady();
    assertThat(one.owner().append(one.collection("c"), List.of())).isCompleted();
    assertThat(one.owner().accepts()).isTrue();
  }

  @Test
  void readersSeeAllChangesOfACallOrNone() throws InterruptedException {
    PartitionInstance one = start("one");
    one.own();
    one.becomeReady();
    OwnedRecords records =
        new OwnedRecords(
            one.store().records(), _ -> one.owner(), name -> Optional.of(one.collection(name)));
    Incarnation collection = one.collection("c").incarnation();
    List<Change> both =
        Stream.of("a", "b").map(key -> new Change(Kind.JUDGEMENT, key, bytes("new"))).toList();
    Thread writing = Thread.startVirtualThread(() -> records.apply(collection, both));
    Stream.generate(one::readOne)
        .filter(record -> record instanceof Kept kept && kept.key().name().equals("a"))
        .findFirst();
    assertThat(kept(one, Kind.JUDGEMENT, "a")).isEqualTo("new");
    assertThat(kept(one, Kind.JUDGEMENT, "b")).isNull();
    AtomicInteger seen = new AtomicInteger();
    Thread reading =
        Thread.startVirtualThread(
            () -> seen.set(records.list(collection, Kind.JUDGEMENT, "", 10).size()));
    Eventually.await()
        .until(() -> Set.of(State.WAITING, State.TERMINATED).contains(reading.getState()));
    one.readAll();
    reading.join();
    writing.join();
    assertThat(seen).hasValue(2);
  }

  /// The first owner is replaced in the middle.
  @Test
  void theNextOwnerRemovesTheRestOfTheRecordsOfADeletedCollection() {
    CollectionSettings gone =
        new CollectionSettings("gone", "simhash-256-v1", null, true, null, Instant.EPOCH)
            .withCreation(3);
    PartitionInstance one = start("one", gone);
    PartitionInstance two = start("two", gone);
    one.own();
    one.keepReading();
    one.becomeReady();
    IntStream.range(0, 700)
        .mapToObj(i -> store(one.collection("gone"), "d" + i, i, OnDuplicate.ADD))
        .toList()
        .forEach(CompletableFuture::join);
    for (Kind kind : Kind.values()) {
      one.owner()
          .append(one.collection("gone"), List.of(new Change(kind, "key", bytes("value"))))
          .join();
      keep(one, new Change(kind, "key", bytes("value"))).join();
    }
    store(one.collection("c"), "d1", 1, OnDuplicate.ADD).join();
    long all = present("gone");
    assertThat(all).isEqualTo(700 + Kind.values().length);
    two.readAll();
    one.forget("gone");
    two.forget("gone");
    one.writer().append(0, new End("gone", 4)).join();
    one.readAll();
    DeletedRecords deleted =
        new DeletedRecords(
            () -> new TopicReader(clients().consumer(), topic), one.writer(), Duration.ZERO);
    deleted.remove(one.replica(), () -> present("gone") == all ? one.owner().epoch() : 0);
    assertThat(present("gone")).isPositive().isLessThan(all);
    one.stopReading();
    two.own();
    two.keepReading();
    two.becomeReady();
    assertThat(two.replica().ended()).containsExactly(new End("gone", 4));
    deleted.remove(two.replica(), two.owner()::epoch);
    assertThat(present("gone")).isZero();
    assertThat(present("c")).isEqualTo(1 + Kind.values().length);
    PartitionInstance three = start("three");
    for (PartitionInstance each : List.of(two, three)) {
      each.readAll();
      assertThat(each.replica().ended()).isEmpty();
      assertThat(each.collection("c").documents().size()).isOne();
      assertThat(kept(each, Kind.JUDGEMENT, "key")).isEqualTo("value");
    }
  }

  /// The number of records of a collection that the log has not removed.
  private long present(String collection) {
    Map<Key, Boolean> last = new HashMap<>();
    keyed()
        .forEach(each ->
            last.put(
                each.key(),
                each instanceof Written written
                    ? written.event() instanceof Put
                    : each instanceof Kept kept && kept.value() != null));
    return last.entrySet().stream()
        .filter(each -> each.getKey().collection().equals(collection) && each.getValue())
        .count();
  }

  private static CompletableFuture<?> keep(PartitionInstance owner, Change change) {
    return owner.owner().append(owner.collection("c"), List.of(change));
  }

  private static String kept(PartitionInstance instance, Kind kind, String key) {
    byte[] value =
        instance.store().records().find(instance.collection("c").incarnation(), kind, key);
    return value == null ? null : new String(value, StandardCharsets.UTF_8);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static Key key(Kind kind, String name) {
    return Key.of("c", SETTINGS.creation(), new Change(kind, name, null));
  }

  private void compactAtOnce() throws Exception {
    try (Admin admin = clients().admin()) {
      List<AlterConfigOp> changes =
          Stream.of(
                  new ConfigEntry(TopicConfig.MIN_COMPACTION_LAG_MS_CONFIG, "0"),
                  new ConfigEntry(TopicConfig.MAX_COMPACTION_LAG_MS_CONFIG, "1000"),
                  new ConfigEntry(TopicConfig.MIN_CLEANABLE_DIRTY_RATIO_CONFIG, "0"),
                  new ConfigEntry(TopicConfig.SEGMENT_MS_CONFIG, "500"))
              .map(entry -> new AlterConfigOp(entry, OpType.SET))
              .toList();
      admin
          .incrementalAlterConfigs(
              Map.of(new ConfigResource(ConfigResource.Type.TOPIC, topic), changes))
          .all()
          .get();
    }
  }

  /// The epochs of the first records of keys that are in the log.
  private Map<Key, Long> firstEpochs() {
    Map<Key, Long> epochs = new HashMap<>();
    keyed().forEach(each -> epochs.putIfAbsent(each.key(), each.stamp().epoch()));
    return epochs;
  }

  /// The epochs of the last records of keys.
  private Map<Key, Long> lastEpochs() {
    Map<Key, Long> epochs = new HashMap<>();
    keyed().forEach(each -> epochs.put(each.key(), each.stamp().epoch()));
    return epochs;
  }

  private List<Keyed> keyed() {
    TopicPartition partition = new TopicPartition(topic, 0);
    List<Keyed> keyed = new ArrayList<>();
    try (Consumer<byte[], byte[]> consumer = clients().consumer()) {
      long end = consumer.endOffsets(List.of(partition)).get(partition);
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      while (consumer.position(partition) < end) {
        for (ConsumerRecord<byte[], byte[]> raw : consumer.poll(Duration.ofMillis(100))) {
          if (LogRecord.read(raw) instanceof Keyed each) {
            keyed.add(each);
          }
        }
      }
    }
    return keyed;
  }
}

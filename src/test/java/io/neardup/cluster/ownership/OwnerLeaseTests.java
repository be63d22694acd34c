package io.neardup.cluster.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Eventually;
import io.neardup.cluster.broker.EmbeddedBrokers;
import io.neardup.cluster.kafka.ClusterProperties;
import io.neardup.cluster.kafka.KafkaClients;
import io.neardup.cluster.kafka.LogRecord;
import io.neardup.cluster.kafka.LogRecord.Mark;
import io.neardup.cluster.kafka.LogWriter;
import io.neardup.cluster.kafka.Topics;
import io.neardup.cluster.replica.PartitionReplica;
import io.neardup.index.StopSignal;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.LoadedCollections;
import io.neardup.service.collection.NewDocuments;
import io.neardup.service.write.PreparedDocument;
import io.neardup.store.CollectionSettings;
import io.neardup.store.StoreOptions;
import io.neardup.store.disk.DocumentStore;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/// When an owner may answer reads, with a broker: two owners of one partition, each of which reads
/// the log when the test says so. One that does not read it is as one that is suspended.
@Timeout(120)
class OwnerLeaseTests {

  private static final TopicPartition TOPIC = new TopicPartition("neardup-documents", 0);

  @TempDir Path folder;

  private EmbeddedBrokers brokers;
  private Instance one;
  private Instance two;

  @BeforeEach
  void start() throws Exception {
    brokers = EmbeddedBrokers.start(folder.resolve("brokers"), 1);
    ClusterProperties properties =
        ClusterProperties.ofTool(brokers.bootstrapServers(), "neardup", 1, (short) 1, 1, Map.of());
    try (Admin admin = new KafkaClients(properties, URI.create("http://test:1")).admin()) {
      new Topics(properties).createOnce(admin);
    }
    one = new Instance(properties, "one", folder);
    two = new Instance(properties, "two", folder);
  }

  @AfterEach
  void stop() {
    one.close();
    two.close();
    brokers.close();
  }

  private static final class Instance implements AutoCloseable {

    private final DocumentStore store;
    private final LogWriter writer;
    private final Consumer<byte[], byte[]> consumer;
    private final PartitionReplica replica;
    private PartitionOwner owner;
    private final String name;

    Instance(ClusterProperties properties, String name, Path folder) {
      this.name = name;
      store = DocumentStore.open(folder.resolve(name), StoreOptions.DEFAULTS);
      KafkaClients clients = new KafkaClients(properties, URI.create("http://" + name + ":1"));
      writer = new LogWriter(clients.producer(), new Topics(properties));
      consumer = clients.consumer();
      consumer.assign(List.of(TOPIC));
      consumer.seekToBeginning(List.of(TOPIC));
      replica = new PartitionReplica(0, store.documents(), (collection, created) -> null);
      owner = newOwner();
    }

    private PartitionOwner newOwner() {
      PartitionOwner made =
          new PartitionOwner(name, replica, writer, Runnable::run, Clock.systemUTC());
      replica.observe(made);
      return made;
    }

    /// Reads what is in the log.
    void read() {
      List<ConsumerRecord<byte[], byte[]>> records =
          consumer.poll(Duration.ofMillis(50)).records(TOPIC);
      replica.apply(records);
    }

    void own() {
      owner = newOwner();
      owner.claim();
    }

    void becomeReady() {
      Eventually.await()
          .pollInterval(Duration.ofMillis(10))
          .until(() -> {
            read();
            return owner.isReady();
          });
    }

    /// Whether it answers reads now, or after it has read its mark.
    boolean answers() {
      long end = System.nanoTime() + Duration.ofSeconds(2).toNanos();
      while (System.nanoTime() < end) {
        if (owner.awaitLease(System.nanoTime())) {
          return true;
        }
        read();
      }
      return false;
    }

    boolean answersAtOnce() {
      return owner.awaitLease(System.nanoTime());
    }

    @Override
    public void close() {
      writer.close();
      consumer.close();
      store.close();
    }
  }

  @Test
  void anOwnerAnswersAfterItHasReadItsMark() {
    one.own();
    one.becomeReady();
    assertThat(one.answersAtOnce()).isFalse();
    assertThat(one.answers()).isTrue();
    assertThat(one.answersAtOnce()).isTrue();
  }

  @Test
  void aSuspendedOwnerAnswersNothingOnceAnotherOneDecides() throws InterruptedException {
    one.own();
    one.becomeReady();
    assertThat(one.answers()).isTrue();
    long last = System.nanoTime();
    // From now on the first owner does not read the log.
    two.own();
    while (!two.owner.isReady()) {
      two.read();
      assertThat(System.nanoTime() - last).isLessThan(Duration.ofSeconds(60).toNanos());
    }
    assertThat(one.answersAtOnce()).isFalse();
    assertThat(System.nanoTime() - last).isGreaterThan(OwnerLease.LEASE.minusMillis(500).toNanos());
    // Its mark is in the log after the claim of the other owner.
    assertThat(one.owner.isReady()).as("it does not know that it was replaced").isTrue();
    assertThat(one.answers()).isFalse();
    assertThat(one.owner.isReady()).isFalse();
    assertThat(two.answers()).isTrue();
  }

  @Test
  void marksOfAnOwnerThatWasReplacedExtendNothing() throws Exception {
    one.own();
    one.becomeReady();
    one.writer.append(0, Mark.now(1)).get();
    two.own();
    Thread.sleep(200);
    one.writer.append(0, Mark.now(1)).get();
    long claimed = System.nanoTime();
    two.becomeReady();
    assertThat(System.nanoTime() - claimed)
        .isLessThan(OwnerLease.FORMER_LEASE.plusMillis(1_000).toNanos());
    one.read();
    one.read();
    assertThat(one.answersAtOnce()).isFalse();
  }

  @Test
  void nobodyWaitsForAnOwnerThatHasLeft() {
    one.own();
    one.becomeReady();
    assertThat(one.answers()).isTrue();
    one.owner.end();
    assertThat(one.answersAtOnce()).isFalse();
    one.writer.flush();
    long left = System.nanoTime();
    two.own();
    two.becomeReady();
    assertThat(System.nanoTime() - left).isLessThan(OwnerLease.LEASE.dividedBy(2).toNanos());
    assertThat(two.answers()).isTrue();
  }

  /// The second owner leaves before it could decide: the lease of the first one may last.
  @Test
  void anOwnerThatHasNotDecidedAnythingEndsNoLease() {
    one.own();
    one.becomeReady();
    assertThat(one.answers()).isTrue();
    long last = System.nanoTime();
    two.own();
    Eventually.await()
        .until(() -> {
          two.read();
          return two.replica.epoch(LogRecord.OWNER) == 2;
        });
    two.owner.end();
    two.own();
    two.becomeReady();
    assertThat(System.nanoTime() - last).isGreaterThan(OwnerLease.LEASE.minusMillis(500).toNanos());
    assertThat(one.answersAtOnce()).isFalse();
  }

  /// The requests that wait for this partition must not hold up those of others.
  @Test
  void anOwnerWhoseWritesAreNotReadBackAcceptsNoOthers() {
    one.own();
    one.becomeReady();
    one.store
        .collections()
        .put(new CollectionSettings("c", "paper-v1", null, true, null, Instant.EPOCH));
    DocumentCollection collection = LoadedCollections.of(one.store).find("c").orElseThrow();
    PreparedDocument document =
        collection.prepare(NewDocuments.of("a", "0123456789abcdef"), StopSignal.NEVER);
    CompletableFuture<?> write = one.owner.writes(collection).store(document);
    assertThat(one.owner.accepts()).isTrue();
    Eventually.await().until(() -> !one.owner.accepts());
    assertThat(one.owner.isReady()).isTrue();
    Eventually.await()
        .until(() -> {
          one.read();
          return one.owner.accepts();
        });
    assertThat(write).isDone();
  }

  /// Claims are repeated every half second: their stack traces would fill the log.
  @Test
  @ExtendWith(OutputCaptureExtension.class)
  void claimsThatFailAreLoggedEverMoreRarely(CapturedOutput output) {
    one.writer.close();
    one.own();
    Eventually.await().until(() -> output.getAll().contains("partition 0 has failed 4 times"));
    assertThat(output.getAll())
        .containsOnlyOnce("Claiming partition 0 failed and is repeated")
        .containsOnlyOnce("partition 0 has failed 2 times and is repeated: ")
        .doesNotContain("has failed 3 times")
        .containsOnlyOnce("Cannot perform operation after producer has been closed\n\tat ");
  }
}

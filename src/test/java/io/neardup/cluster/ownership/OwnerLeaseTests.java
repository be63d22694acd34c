package io.neardup.cluster.ownership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.Eventually;
import io.neardup.cluster.TestProperties;
import io.neardup.cluster.broker.EmbeddedBrokers;
import io.neardup.cluster.kafka.ClusterProperties;
import io.neardup.cluster.kafka.KafkaClients;
import io.neardup.cluster.kafka.LogRecord.Mark;
import io.neardup.cluster.kafka.Topics;
import io.neardup.cluster.replica.PartitionReplica.FormerOwner;
import io.neardup.index.StopSignal;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.NewDocuments;
import io.neardup.service.write.PreparedDocument;
import io.neardup.store.CollectionSettings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.admin.Admin;
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

  private static final CollectionSettings C =
      new CollectionSettings("c", "paper-v1", null, true, null, Instant.EPOCH);

  @TempDir Path folder;

  private EmbeddedBrokers brokers;
  private PartitionInstance one;
  private PartitionInstance two;

  @BeforeEach
  void start() throws Exception {
    brokers = EmbeddedBrokers.start(folder.resolve("brokers"), 1);
    ClusterProperties properties = TestProperties.of(brokers.bootstrapServers(), "neardup");
    try (Admin admin = new KafkaClients(properties, URI.create("http://test:1")).admin()) {
      new Topics(properties).createOnce(admin);
    }
    one = new PartitionInstance(properties, "one", folder, UnaryOperator.identity(), C);
    two = new PartitionInstance(properties, "two", folder, UnaryOperator.identity());
  }

  @AfterEach
  void stop() {
    one.close();
    two.close();
    brokers.close();
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
    while (!two.owner().isReady()) {
      two.read();
      assertThat(System.nanoTime() - last).isLessThan(Duration.ofSeconds(60).toNanos());
    }
    assertThat(one.answersAtOnce()).isFalse();
    assertThat(System.nanoTime() - last).isGreaterThan(OwnerLease.LEASE.minusMillis(500).toNanos());
    // Its mark is in the log after the claim of the other owner.
    assertThat(one.owner().isReady()).as("it does not know that it was replaced").isTrue();
    assertThat(one.answers()).isFalse();
    assertThat(one.owner().isReady()).isFalse();
    assertThat(two.answers()).isTrue();
  }

  @Test
  void marksOfAnOwnerThatWasReplacedExtendNothing() throws Exception {
    one.own();
    one.becomeReady();
    one.writer().append(0, Mark.now(1)).get();
    two.own();
    Eventually.await()
        .until(() -> {
          two.read();
          return two.replica().epoch() == 2;
        });
    FormerOwner former = two.replica().formerOwner();
    one.writer().append(0, Mark.now(1)).get();
    two.readAll();
    assertThat(two.replica().formerOwner()).isEqualTo(former);
    one.readAll();
    assertThat(one.answersAtOnce()).isFalse();
  }

  @Test
  void nobodyWaitsForAnOwnerThatHasLeft() {
    one.own();
    one.becomeReady();
    assertThat(one.answers()).isTrue();
    one.owner().end();
    assertThat(one.answersAtOnce()).isFalse();
    one.writer().flush();
    long left = System.nanoTime();
    two.own();
    two.becomeReady();
    assertThat(System.nanoTime() - left).isLessThan(OwnerLease.LEASE.dividedBy(2).toNanos());
    assertThat(two.answers()).isTrue();
  }

  /// Else the next owner could store a document in a collection that is just being replaced.
  @Test
  void anOwnerThatLeavesDuringAPauseOfWritesKeepsItsLease() {
    one.own();
    one.becomeReady();
    assertThat(one.answers()).isTrue();
    long last = System.nanoTime();
    Runnable _ = one.owner().pause(one.collection("c"));
    one.owner().end();
    two.own();
    two.becomeReady();
    assertThat(System.nanoTime() - last).isGreaterThan(OwnerLease.LEASE.minusMillis(500).toNanos());
  }

  @Test
  void aPauseOfWritesWaitsForEarlierOnes() {
    one.own();
    one.becomeReady();
    DocumentCollection collection = one.collection("c");
    PreparedDocument document =
        collection.prepare(NewDocuments.of("a", "0123456789abcdef"), StopSignal.NEVER);
    CompletableFuture<?> write = collection.store(document);
    assertThatThrownBy(() -> one.owner().pause(collection)).hasMessageContaining("in progress");
    assertThat(write).isNotDone();
    Eventually.await()
        .until(() -> {
          one.read();
          return write.isDone();
        });
    one.owner().pause(collection).run();
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
          return two.replica().epoch() == 2;
        });
    two.owner().end();
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
    DocumentCollection collection = one.collection("c");
    PreparedDocument document =
        collection.prepare(NewDocuments.of("a", "0123456789abcdef"), StopSignal.NEVER);
    CompletableFuture<?> write = collection.store(document);
    assertThat(one.owner().accepts()).isTrue();
    Eventually.await().until(() -> !one.owner().accepts());
    assertThat(one.owner().isReady()).isTrue();
    Eventually.await()
        .until(() -> {
          one.read();
          return one.owner().accepts();
        });
    assertThat(write).isDone();
  }

  /// Claims are repeated every half second: their stack traces would fill the log.
  @Test
  @ExtendWith(OutputCaptureExtension.class)
  void claimsThatFailAreLoggedEverMoreRarely(CapturedOutput output) {
    one.writer().close();
    one.own();
    Eventually.await().until(() -> output.getAll().contains("partition 0 failed (4 times)"));
    assertThat(output.getAll())
        .containsOnlyOnce("Claiming partition 0 failed (1 times); trying again: ")
        .containsOnlyOnce("partition 0 failed (2 times); trying again: ")
        .doesNotContain("failed (3 times)")
        .containsOnlyOnce("Cannot perform operation after producer has been closed\n\tat ");
  }
}

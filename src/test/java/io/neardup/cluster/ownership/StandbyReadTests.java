package io.neardup.cluster.ownership;

import static io.neardup.Eventually.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Eventually;
import io.neardup.cluster.TestProperties;
import io.neardup.cluster.broker.EmbeddedBrokers;
import io.neardup.cluster.kafka.ClusterProperties;
import io.neardup.cluster.kafka.KafkaClients;
import io.neardup.cluster.kafka.LogRecord;
import io.neardup.cluster.kafka.LogRecord.Mark;
import io.neardup.cluster.kafka.LogWriter;
import io.neardup.cluster.kafka.TopicReader;
import io.neardup.cluster.kafka.Topics;
import io.neardup.index.StopSignal;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.collection.LoadedCollections;
import io.neardup.service.collection.NewDocuments;
import io.neardup.service.lookup.LiveDocuments;
import io.neardup.service.write.IncomingDocument;
import io.neardup.store.CollectionSettings;
import io.neardup.store.StoreOptions;
import io.neardup.store.disk.DocumentStore;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntToLongFunction;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Reads at a standby, with a broker and Kafka Streams.
@Timeout(180)
class StandbyReadTests {

  private static final CollectionSettings SETTINGS =
      new CollectionSettings("c", "paper-v1", null, false, null, Instant.EPOCH);

  @TempDir private Path folder;

  private final class Instance implements AutoCloseable {

    private final Admin admin;
    private final LogWriter writer;
    private final DocumentStore store;
    private final DocumentCollection collection;
    private final HostedPartitions hosted;
    private volatile IntToLongFunction owners = _ -> HostedPartitions.NO_POSITION;

    Instance(ClusterProperties properties, String name) throws Exception {
      KafkaClients clients = new KafkaClients(properties, URI.create("http://" + name + ":1"));
      Topics topics = new Topics(properties);
      admin = clients.admin();
      topics.create(admin);
      writer = new LogWriter(clients.producer(), topics);
      store = DocumentStore.open(folder.resolve(name), StoreOptions.DEFAULTS);
      store.collections().put(SETTINGS);
      DocumentCollections collections = LoadedCollections.of(store);
      collection = collections.find("c").orElseThrow();
      hosted =
          new HostedPartitions(
              clients,
              topics,
              admin,
              writer,
              store,
              folder.resolve(name + "-streams"),
              (named, _) -> collections.find(named).orElse(null),
              Clock.systemUTC());
      hosted.start(collections, partition -> owners.applyAsLong(partition));
    }

    private OwnedWrites writes() {
      return new OwnedWrites(
          hosted, SETTINGS, collection.profile(), collection.documents(), Eventually.PATIENCE);
    }

    private boolean awaitCurrent(Duration patience) {
      return hosted.awaitCurrent(0, patience.toNanos());
    }

    @Override
    public void close() {
      hosted.close();
      writer.close();
      admin.close();
      store.close();
    }
  }

  @Test
  void aStandbyShowsEveryWriteThatWasAcknowledgedBefore() throws Exception {
    try (EmbeddedBrokers brokers = EmbeddedBrokers.start(folder.resolve("brokers"), 1)) {
      ClusterProperties properties = TestProperties.of(brokers.bootstrapServers(), "neardup");
      try (Instance owner = new Instance(properties, "owner")) {
        Eventually.await().until(() -> owner.hosted.ownerOf(0) != null);
        Eventually.await().until(() -> Objects.requireNonNull(owner.hosted.ownerOf(0)).isReady());
        try (Instance standby = new Instance(properties, "standby")) {
          Eventually.await().until(() -> standby.hosted.hosts(0));
          Eventually.await()
              .until(
                  () -> (owner.hosted.ownerOf(0) == null) != (standby.hosted.ownerOf(0) == null));
          Instance writing = owner.hosted.ownerOf(0) == null ? standby : owner;
          Instance reading = writing == owner ? standby : owner;
          Eventually.await()
              .until(() -> Objects.requireNonNull(writing.hosted.ownerOf(0)).isReady());
          int behind = storeAndRead(writing, reading, "a");
          assertThat(behind).as("writes that the standby had not applied").isPositive();
          assertThat(writing.awaitCurrent(PATIENCE)).isTrue();
          assertThat(Objects.requireNonNull(writing.hosted.ownerOf(0)).holdsLease()).isTrue();
          int marks = marksOfReplicas(properties);
          assertThat(marks).isPositive();
          reading.owners =
              _ ->
                  Eventually.await()
                      .until(
                          () -> writing.hosted.ownerPosition(0, PATIENCE.toNanos()),
                          position -> position != HostedPartitions.NO_POSITION);
          behind = storeAndRead(writing, reading, "b");
          assertThat(behind).as("writes that the standby had not applied").isPositive();
          assertThat(marksOfReplicas(properties)).as("none in place of positions").isEqualTo(marks);
          assertThat(reading.hosted.ownerPosition(0, PATIENCE.toNanos()))
              .isEqualTo(HostedPartitions.NO_POSITION);
        }
      }
    }
  }

  /// Stores documents, and reads each at another instance once it is stored.
  ///
  /// @return how many that one had not applied by then
  private static int storeAndRead(Instance writing, Instance reading, String prefix) {
    LiveDocuments copy = reading.collection.documents();
    int behind = 0;
    for (int i = 0; i < 100; i++) {
      String id = prefix + i;
      writing
          .writes()
          .store(writing.writes().prepare(incoming(writing.collection, id), StopSignal.NEVER))
          .join();
      assertThat(writing.collection.documents().find(id)).isPresent();
      behind += copy.find(id).isEmpty() ? 1 : 0;
      assertThat(reading.awaitCurrent(PATIENCE)).isTrue();
      assertThat(copy.find(id)).as("%s at the standby", id).isPresent();
    }
    return behind;
  }

  private static int marksOfReplicas(ClusterProperties properties) {
    KafkaClients clients = new KafkaClients(properties, URI.create("http://reader:1"));
    AtomicInteger marks = new AtomicInteger();
    try (TopicReader reader =
        new TopicReader(clients.consumer(), new Topics(properties).documents())) {
      reader.read(
          new long[1],
          reader.ends(1),
          (records, _) -> {
            records
                .getOrDefault(0, List.of())
                .forEach(raw -> {
                  if (LogRecord.read(raw) instanceof Mark mark && mark.epoch() == 0) {
                    marks.incrementAndGet();
                  }
                });
            return true;
          });
    }
    return marks.get();
  }

  private static IncomingDocument incoming(DocumentCollection collection, String id) {
    return collection.prepare(NewDocuments.of(id, "0123456789abcdef"), StopSignal.NEVER).incoming();
  }
}

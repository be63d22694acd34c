package io.neardup.cluster.ownership;

import static io.neardup.Eventually.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Eventually;
import io.neardup.cluster.TestProperties;
import io.neardup.cluster.broker.EmbeddedBrokers;
import io.neardup.cluster.kafka.ClusterProperties;
import io.neardup.cluster.kafka.KafkaClients;
import io.neardup.cluster.kafka.LogWriter;
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
import java.util.Objects;
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
      hosted.start(collections, _ -> HostedPartitions.NO_POSITION);
    }

    private OwnedWrites writes() {
      return new OwnedWrites(hosted, SETTINGS, collection.profile(), collection.documents());
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
          LiveDocuments copy = reading.collection.documents();
          int behind = 0;
          for (int i = 0; i < 100; i++) {
            String id = "d" + i;
            writing
                .writes()
                .store(writing.writes().prepare(incoming(writing.collection, id), StopSignal.NEVER))
                .join();
            assertThat(writing.collection.documents().find(id)).isPresent();
            behind += copy.find(id).isEmpty() ? 1 : 0;
            assertThat(reading.awaitCurrent(PATIENCE)).isTrue();
            assertThat(copy.find(id)).as("%s at the standby", id).isPresent();
          }
          assertThat(behind).as("writes that the standby had not applied").isPositive();
          assertThat(writing.awaitCurrent(PATIENCE)).isTrue();
          assertThat(Objects.requireNonNull(writing.hosted.ownerOf(0)).holdsLease()).isTrue();
        }
      }
    }
  }

  private static IncomingDocument incoming(DocumentCollection collection, String id) {
    return collection.prepare(NewDocuments.of(id, "0123456789abcdef"), StopSignal.NEVER).incoming();
  }
}

package io.neardup.cluster.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.Eventually;
import io.neardup.cluster.TestProperties;
import io.neardup.cluster.broker.EmbeddedBrokers;
import io.neardup.cluster.kafka.ClusterProperties;
import io.neardup.cluster.kafka.KafkaClients;
import io.neardup.cluster.kafka.LogRecord;
import io.neardup.cluster.kafka.LogRecord.End;
import io.neardup.cluster.kafka.LogWriter;
import io.neardup.cluster.kafka.TopicReader;
import io.neardup.cluster.kafka.Topics;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.store.CollectionSettings;
import io.neardup.store.StoreOptions;
import io.neardup.store.disk.DocumentStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The partitions of collections, with a broker.
@Timeout(180)
class CatalogWriterTests {

  @TempDir private Path folder;

  private EmbeddedBrokers brokers;
  private KafkaClients clients;
  private Topics topics;
  private LogWriter log;
  private DocumentStore store;
  private Catalog catalog;
  private CatalogWriter writer;
  private volatile String fails = "";

  @BeforeEach
  void start() throws Exception {
    brokers = EmbeddedBrokers.start(folder.resolve("brokers"), 1);
    ClusterProperties properties = TestProperties.of(brokers.bootstrapServers(), "neardup", 3);
    clients = new KafkaClients(properties, URI.create("http://test:1"));
    topics = new Topics(properties);
    try (Admin admin = clients.admin()) {
      topics.createOnce(admin);
    }
    log = new LogWriter(failing(Producer.class, "send", clients.producer()), topics);
    store = DocumentStore.open(folder.resolve("data"), StoreOptions.DEFAULTS);
    catalog =
        new Catalog(
            topics.collections(), failing(Consumer.class, "poll", clients.consumer()), store);
    writer = new CatalogWriter(catalog, topics.collections(), clients::transactions, log);
  }

  /// A client of which one method fails while that is in [#fails].
  @SuppressWarnings("unchecked")
  private <T> T failing(Class<?> type, String name, T client) {
    return (T)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {type},
            (_, method, arguments) -> {
              if (method.getName().equals(name) && name.equals(fails)) {
                throw new TimeoutException("the broker does not answer");
              }
              try {
                return method.invoke(client, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @AfterEach
  void stop() {
    catalog.close();
    store.close();
    log.close();
    brokers.close();
  }

  private static CollectionSettings settings(String name, String profile) {
    return new CollectionSettings(name, profile, null, false, null, Instant.EPOCH);
  }

  private CollectionSettings create(String name) {
    writer.change(name, _ -> settings(name, "paper-v1"));
    return present(name);
  }

  private CollectionSettings present(String name) {
    return Objects.requireNonNull(catalog.settings(name));
  }

  @Test
  void aCollectionGetsThePartitionWithTheFewest() {
    List<Integer> first = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      first.add(create("c" + i).partition());
    }
    assertThat(first).containsExactly(0, 1, 2, 0, 1, 2);
    CollectionSettings deleted = present("c4");
    writer.change("c4", _ -> null);
    assertThat(catalog.settings("c4")).isNull();
    assertThat(create("other").partition()).isEqualTo(deleted.partition());
    assertThat(create("next").partition()).isZero();
    assertThat(ends(deleted.partition()))
        .singleElement()
        .satisfies(end -> assertThat(end.collection()).isEqualTo("c4"))
        .satisfies(end -> assertThat(end.number()).isGreaterThan(deleted.creation()));
    assertThat(ends(0)).isEmpty();
    assertThat(ends(2)).isEmpty();
  }

  @Test
  void aCollectionKeepsItsPartitionWhateverChanges() {
    create("a");
    create("b");
    CollectionSettings before = create("c");
    assertThat(before.partition()).isEqualTo(2);
    writer.change("a", _ -> null);
    writer.change("c", present -> settings("c", "paper-v1").createdAs(present).withCreation(1));
    CollectionSettings replaced = present("c");
    assertThat(replaced.creation()).isGreaterThan(before.creation());
    assertThat(replaced.partition()).isEqualTo(2);
    assertThat(ends(2)).singleElement().isEqualTo(new End("c", replaced.creation()));
    writer.change(
        "c",
        present ->
            new CollectionSettings("c", "paper-v1", 3, false, null, Instant.EPOCH)
                .createdAs(present));
    assertThat(present("c")).isEqualTo(settings3(replaced));
    assertThat(ends(2)).hasSize(1);
  }

  private static CollectionSettings settings3(CollectionSettings like) {
    return new CollectionSettings("c", "paper-v1", 3, false, null, Instant.EPOCH).createdAs(like);
  }

  @Test
  void theEndOfACollectionIsAppendedAgainUntilItIsInTheLog() {
    int partition = create("a").partition();
    fails = "send";
    assertThatThrownBy(() -> writer.change("a", _ -> null))
        .isInstanceOfSatisfying(
            RequestException.class, e -> assertThat(e.kind()).isEqualTo(Fault.STORAGE))
        .hasMessageContaining("'a' was changed, and not all instances may know that yet");
    assertThat(catalog.settings("a")).isNull();
    fails = "";
    Eventually.await().until(() -> ends(partition).size() == 1);
  }

  /// "Busy" would say that nothing was changed.
  @Test
  void aChangeThatCannotBeReadBackIsNoRefusal() {
    assertThatThrownBy(() ->
            writer.change(
                "a",
                _ -> {
                  fails = "poll";
                  return settings("a", "paper-v1");
                }))
        .isInstanceOfSatisfying(
            RequestException.class, e -> assertThat(e.kind()).isEqualTo(Fault.STORAGE));
    fails = "";
    writer.catchUp();
    assertThat(catalog.settings("a")).isNotNull();
  }

  /// The ends of collections in the log of a partition.
  private List<End> ends(int partition) {
    List<End> ends = new ArrayList<>();
    try (TopicReader reader = new TopicReader(clients.consumer(), topics.documents())) {
      long[] to = new long[3];
      to[partition] = reader.ends(3)[partition];
      reader.read(
          new long[3],
          to,
          (records, _) -> {
            for (ConsumerRecord<byte[], byte[]> raw : records.getOrDefault(partition, List.of())) {
              if (LogRecord.read(raw) instanceof End end) {
                ends.add(end);
              }
            }
            return true;
          });
    }
    return ends;
  }
}

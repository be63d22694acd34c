package io.neardup.cluster.ownership;

import io.neardup.Eventually;
import io.neardup.cluster.kafka.ClusterProperties;
import io.neardup.cluster.kafka.KafkaClients;
import io.neardup.cluster.kafka.LogRecord;
import io.neardup.cluster.kafka.LogWriter;
import io.neardup.cluster.kafka.Topics;
import io.neardup.cluster.replica.PartitionReplica;
import io.neardup.profile.Profile;
import io.neardup.service.collection.CollectionBackend;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.collection.LoadedCollections;
import io.neardup.service.lookup.LiveDocuments;
import io.neardup.service.write.DocumentWrites;
import io.neardup.store.CollectionSettings;
import io.neardup.store.StoreOptions;
import io.neardup.store.disk.DocumentStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/// An instance of a cluster of one partition that reads the log when a test says so, and owns the
/// partition when a test says so.
final class PartitionInstance implements AutoCloseable {

  private final String name;
  private final TopicPartition topic;
  private final LogWriter writer;
  private final Consumer<byte[], byte[]> consumer;
  private final DocumentStore store;
  private final DocumentCollections collections;
  private final PartitionReplica replica;
  private final List<ConsumerRecord<byte[], byte[]>> polled = new ArrayList<>();
  private volatile PartitionOwner owner;
  private volatile boolean reads; // on a thread of its own
  private @Nullable Thread reading;

  /// @param folder of its data
  /// @param producers between it and the brokers
  /// @param settings of its collections
  PartitionInstance(
      ClusterProperties properties,
      String name,
      Path folder,
      UnaryOperator<Producer<byte[], byte[]>> producers,
      CollectionSettings... settings) {
    this.name = name;
    this.topic = new TopicPartition(new Topics(properties).documents(), 0);
    KafkaClients clients = new KafkaClients(properties, URI.create("http://" + name + ":1"));
    writer = new LogWriter(producers.apply(clients.producer()), new Topics(properties));
    consumer = clients.consumer();
    consumer.assign(List.of(topic));
    store = DocumentStore.open(folder.resolve(name), StoreOptions.DEFAULTS);
    consumer.seek(topic, store.documents().applied(0));
    for (CollectionSettings each : settings) {
      store.collections().put(each);
    }
    replica = new PartitionReplica(0, store.documents(), this::find);
    owner = newOwner();
    collections = LoadedCollections.of(store, backend());
  }

  private @Nullable DocumentCollection find(String named, long created) {
    return collections
        .find(named)
        .filter(each -> each.settings().creation() == created)
        .orElse(null);
  }

  /// Owners decide on writes; what is derived is derived by the replica.
  private CollectionBackend backend() {
    CollectionBackend local = CollectionBackend.local(store, Clock.systemUTC());
    return (CollectionBackend)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {CollectionBackend.class},
            (_, method, arguments) ->
                method.getName().equals("writes")
                    ? writes(arguments)
                    : called(() -> method.invoke(local, arguments)));
  }

  private Object writes(Object[] of) {
    CollectionSettings settings = (CollectionSettings) of[0];
    Profile profile = (Profile) of[1];
    LiveDocuments documents = (LiveDocuments) of[2];
    return Proxy.newProxyInstance(
        getClass().getClassLoader(),
        new Class<?>[] {DocumentWrites.class},
        (_, method, arguments) -> {
          if (method.getName().equals("countFeatures")) {
            replica.countFeatures(profile, documents, (boolean) arguments[0]);
            return null;
          }
          return called(() -> method.invoke(owner.writes(settings, profile, documents), arguments));
        });
  }

  @FunctionalInterface
  private interface Invocation {
    Object run() throws InvocationTargetException, IllegalAccessException;
  }

  private static Object called(Invocation invocation) throws Throwable {
    try {
      return invocation.run();
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private PartitionOwner newOwner() {
    PartitionOwner made =
        new PartitionOwner(
            name, replica, writer, store.records(), Runnable::run, Clock.systemUTC(), () -> {});
    replica.observe(made);
    return made;
  }

  PartitionOwner owner() {
    return owner;
  }

  PartitionReplica replica() {
    return replica;
  }

  LogWriter writer() {
    return writer;
  }

  DocumentStore store() {
    return store;
  }

  DocumentCollection collection(String named) {
    return collections.find(named).orElseThrow();
  }

  /// Deletes a collection here.
  void forget(String named) {
    collections.forget(named);
  }

  /// Reads what is in the log.
  void read() {
    poll();
    replica.apply(List.copyOf(polled));
    polled.clear();
  }

  private void poll() {
    polled.addAll(consumer.poll(Duration.ofMillis(50)).records(topic));
  }

  /// Reads one record of the log.
  ///
  /// @return it
  LogRecord readOne() {
    Eventually.await()
        .pollInterval(Duration.ofMillis(10))
        .until(() -> {
          if (polled.isEmpty()) {
            poll();
          }
          return !polled.isEmpty();
        });
    ConsumerRecord<byte[], byte[]> next = polled.removeFirst();
    replica.apply(List.of(next));
    return Objects.requireNonNull(LogRecord.read(next));
  }

  /// Reads the log from now on, on a thread of its own.
  void keepReading() {
    reads = true;
    reading =
        Thread.ofPlatform()
            .start(() -> {
              while (reads) {
                read();
              }
            });
  }

  /// Reads the log no further.
  void stopReading() {
    Thread present = reading;
    reads = false;
    reading = null;
    if (present != null) {
      try {
        present.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /// Reads all that is in the log at present.
  void readAll() {
    long mark = writer.mark(0).join();
    boolean here = reading == null;
    Eventually.await()
        .pollInterval(Duration.ofMillis(10))
        .until(() -> {
          if (here) {
            read();
          }
          return replica.applied() >= mark;
        });
  }

  /// Claims the partition.
  void own() {
    owner = newOwner();
    owner.claim();
  }

  /// Reads the log until it decides.
  void becomeReady() {
    boolean here = reading == null;
    Eventually.await()
        .pollInterval(Duration.ofMillis(10))
        .until(() -> {
          if (here) {
            read();
          }
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
    stopReading();
    owner.end();
    writer.close();
    consumer.close();
    store.close();
  }
}

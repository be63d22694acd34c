package io.neardup.cluster.migration;

import io.neardup.cluster.catalog.Catalog;
import io.neardup.cluster.catalog.CatalogWriter;
import io.neardup.cluster.kafka.ClusterProperties;
import io.neardup.cluster.kafka.KafkaClients;
import io.neardup.cluster.kafka.Topics;
import io.neardup.store.disk.DocumentStore;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/// The topics of a cluster, for a process that is not one of its instances.
final class MigrationTopics implements AutoCloseable {

  private final ClusterProperties properties;
  private final KafkaClients clients;
  private final Topics topics;
  private final Admin admin;

  /// Connects to the brokers.
  ///
  /// @throws MigrationException if they do not answer within 10 seconds
  MigrationTopics(ClusterProperties properties) {
    this.properties = properties;
    this.clients = new KafkaClients(properties, URI.create("http://localhost")); // no instance
    this.topics = new Topics(properties);
    this.admin = connected(clients::admin);
    try {
      String _ = answer(admin.describeCluster().clusterId());
    } catch (MigrationException e) {
      admin.close();
      throw e;
    }
  }

  /// Creates a client.
  @FunctionalInterface
  private interface Connection<T> {
    T open();
  }

  private static <T> T connected(Connection<T> connection) {
    try {
      return connection.open();
    } catch (KafkaException e) {
      Throwable cause = e;
      while (cause.getCause() != null && !(cause instanceof ConfigException)) {
        cause = cause.getCause();
      }
      throw new MigrationException(
          "The Kafka client cannot be created: "
              + cause.getMessage()
              + ". Check --bootstrap-servers and --kafka.",
          e);
    }
  }

  private <T> T answer(KafkaFuture<T> future) {
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw failed(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MigrationException("The migration was interrupted. Start again to continue.", e);
    }
  }

  private MigrationException failed(ExecutionException e) {
    Throwable cause = e.getCause() == null ? e : e.getCause();
    return new MigrationException(
        cause instanceof TimeoutException
            ? "The Kafka brokers at "
                + properties.bootstrapServers()
                + " do not answer. Check --bootstrap-servers, and that they run."
            : "The Kafka brokers refused: " + cause.getMessage(),
        e);
  }

  /// The topic of documents.
  String documents() {
    return topics.documents();
  }

  /// The names of the topics.
  String names() {
    return topics.names();
  }

  /// The topic of documents.
  ///
  /// @param id of the topic, which another one of the same name does not have
  /// @param partitions its number of partitions
  record DocumentTopic(String id, int partitions) {}

  /// The topic of documents, null if it does not exist.
  @Nullable DocumentTopic find() {
    try {
      TopicDescription found =
          answer(
              Objects.requireNonNull(
                  admin
                      .describeTopics(List.of(topics.documents()))
                      .topicNameValues()
                      .get(topics.documents())));
      return new DocumentTopic(found.topicId().toString(), found.partitions().size());
    } catch (MigrationException e) {
      if (e.getCause() instanceof ExecutionException refused
          && refused.getCause() instanceof UnknownTopicOrPartitionException) {
        return null;
      }
      throw e;
    }
  }

  /// Creates the topics that do not exist.
  DocumentTopic create() {
    DocumentTopic present = find();
    if (present != null && present.partitions != properties.partitions()) {
      throw new MigrationException(
          "The topic "
              + topics.documents()
              + " has "
              + present.partitions
              + " partitions, not "
              + properties.partitions()
              + ". Set --partitions to its number, or name another --topic-prefix.");
    }
    try {
      topics.createOnce(admin);
    } catch (ExecutionException e) {
      throw failed(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MigrationException("The migration was interrupted. Start again to continue.", e);
    }
    // Brokers know a new topic a little later.
    for (int tries = 0; present == null && tries < 100; tries++) {
      pause();
      present = find();
    }
    if (present == null) {
      throw new MigrationException(
          "The brokers have created the topic "
              + topics.documents()
              + " and do not show it. Check their logs, and start again.");
    }
    return present;
  }

  private static void pause() {
    try {
      Thread.sleep(200);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MigrationException("The migration was interrupted. Start again to continue.", e);
    }
  }

  /// Whether instances have read the topic of documents.
  boolean isInUse() {
    return !answer(
            admin
                .listConsumerGroupOffsets(properties.topicPrefix())
                .partitionsToOffsetAndMetadata())
        .isEmpty();
  }

  /// A reader of the topic of documents.
  TopicReader documentReader() {
    return reader(topics.documents());
  }

  /// A reader of the topic of collections.
  TopicReader collectionReader() {
    return reader(topics.collections());
  }

  /// At the end of a partition, a request for more is under way that delays the next partition.
  private TopicReader reader(String topic) {
    Map<String, Object> shortWait = Map.of(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 10);
    return new TopicReader(connected(() -> clients.consumer(shortWait)), topic);
  }

  /// The settings of the collections.
  ///
  /// @param store see [Catalog#load]
  Catalog catalog(DocumentStore store) {
    return new Catalog(topics.collections(), connected(clients::consumer), store);
  }

  /// Changes the settings of the collections.
  CatalogWriter writer(Catalog catalog) {
    return new CatalogWriter(catalog, topics.collections(), clients::transactions);
  }

  /// A producer of records, closed by the caller.
  Producer<byte[], byte[]> producer() {
    return connected(clients::producer);
  }

  @Override
  public void close() {
    admin.close();
  }
}

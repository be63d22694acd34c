package io.neardup.cluster.migration;

import io.neardup.cluster.catalog.Catalog;
import io.neardup.cluster.catalog.CatalogWriter;
import io.neardup.cluster.kafka.ClusterProperties;
import io.neardup.cluster.kafka.KafkaClients;
import io.neardup.cluster.kafka.LogWriter;
import io.neardup.cluster.kafka.TopicReader;
import io.neardup.cluster.kafka.Topics;
import io.neardup.service.RequestException;
import io.neardup.store.disk.DocumentStore;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/// The topics of a cluster, for a process that is not one of its instances.
final class MigrationTopics implements AutoCloseable {

  /// How long the brokers may send nothing.
  private static final Duration SILENCE = Duration.ofSeconds(60);

  private static final Duration RETRY = Duration.ofMillis(200);

  private final ClusterProperties properties;
  private final KafkaClients clients;
  private final Topics topics;
  private final Admin admin;
  private @Nullable TopicReader reader;

  private MigrationTopics(ClusterProperties properties) {
    this.properties = properties;
    this.clients = new KafkaClients(properties, URI.create("http://localhost")); // no instance
    this.topics = new Topics(properties);
    this.admin = clients.admin();
  }

  /// Connects to the brokers for a piece of work.
  ///
  /// @throws MigrationException if it fails, as when the brokers do not answer within 10 seconds
  static <T> T with(ClusterProperties properties, Function<MigrationTopics, T> work) {
    try (MigrationTopics topics = new MigrationTopics(properties)) {
      String _ = answer(() -> topics.admin.describeCluster().clusterId().get());
      return work.apply(topics);
    } catch (RequestException e) {
      throw new MigrationException("The collections of the cluster: " + e.message() + ".", e);
    } catch (KafkaException e) {
      throw failed(properties, e);
    }
  }

  private static MigrationException failed(ClusterProperties properties, KafkaException failure) {
    Throwable cause = failure;
    while (cause.getCause() != null && !(cause instanceof ConfigException)) {
      cause = cause.getCause();
    }
    return new MigrationException(
        switch (cause) {
          case InterruptedException _ -> "The migration was interrupted. Start again to continue.";
          case TimeoutException _ ->
              "The Kafka brokers at "
                  + properties.bootstrapServers()
                  + " do not answer. Check --bootstrap-servers, and that they run.";
          case ConfigException _ ->
              "The Kafka client cannot be created: "
                  + cause.getMessage()
                  + ". Check --bootstrap-servers and --kafka.";
          default ->
              "The Kafka brokers refused: "
                  + cause.getMessage()
                  + ". Start again, which continues.";
        },
        failure);
  }

  /// A call of the brokers.
  @FunctionalInterface
  private interface Call<T> {
    T answer() throws ExecutionException, InterruptedException;
  }

  private static <T> T answer(Call<T> call) {
    try {
      return call.answer();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof KafkaException refused ? refused : new KafkaException(e);
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  /// The name of the topic of documents.
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
    String name = topics.documents();
    try {
      TopicDescription found =
          Objects.requireNonNull(
              answer(() -> admin.describeTopics(List.of(name)).allTopicNames().get()).get(name));
      return new DocumentTopic(found.topicId().toString(), found.partitions().size());
    } catch (UnknownTopicOrPartitionException e) {
      return null;
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
    return answer(() -> {
      topics.createOnce(admin);
      DocumentTopic created = find();
      // Brokers know a new topic a little later.
      for (int tries = 0; created == null && tries < 100; tries++) {
        Thread.sleep(RETRY);
        created = find();
      }
      if (created == null) {
        throw new MigrationException(
            "The brokers have created the topic "
                + topics.documents()
                + " and do not show it. Check their logs, and start again.");
      }
      return created;
    });
  }

  /// Whether instances have read the topic of documents.
  boolean isInUse() {
    return !answer(() ->
            admin
                .listConsumerGroupOffsets(properties.topicPrefix())
                .partitionsToOffsetAndMetadata()
                .get())
        .isEmpty();
  }

  /// The ends of the topic of documents as brokers report: the offsets after the last records, by
  /// partition. They may be old ones, see [#mark].
  long[] ends(DocumentTopic topic) {
    return reader().ends(topic.partitions);
  }

  /// Writes a mark to each partition of documents: all that was acknowledged before is at smaller
  /// offsets, see [LogWriter#mark].
  ///
  /// @return the offsets after the marks, by partition
  long[] mark(DocumentTopic topic, LogWriter writer) {
    List<Integer> partitions = IntStream.range(0, topic.partitions).boxed().toList();
    Map<Integer, CompletableFuture<Long>> marks = writer.mark(partitions);
    long[] ends = new long[topic.partitions];
    for (int partition : partitions) {
      ends[partition] = answer(Objects.requireNonNull(marks.get(partition))::get);
    }
    return ends;
  }

  /// Reads the topic of documents, see [TopicReader#read].
  ///
  /// @param sink receives records by partition, and the offsets at which reading continues
  void read(
      long[] from,
      long[] to,
      BiConsumer<Map<Integer, List<ConsumerRecord<byte[], byte[]>>>, long[]> sink) {
    reader().read(from, to, new Patient(from, sink));
  }

  private TopicReader reader() {
    if (reader == null) {
      // At the end of a partition, a request for more is under way that delays the next partition.
      Map<String, Object> shortWait = Map.of(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 10);
      reader = new TopicReader(clients.consumer(shortWait), topics.documents());
    }
    return reader;
  }

  /// Reads on unless nothing is received for long.
  private static final class Patient implements TopicReader.Sink {

    private final BiConsumer<Map<Integer, List<ConsumerRecord<byte[], byte[]>>>, long[]> sink;
    private long[] at;
    private long heard = System.nanoTime();

    Patient(
        long[] from, BiConsumer<Map<Integer, List<ConsumerRecord<byte[], byte[]>>>, long[]> sink) {
      this.at = from;
      this.sink = sink;
    }

    @Override
    public boolean read(Map<Integer, List<ConsumerRecord<byte[], byte[]>>> records, long[] next) {
      if (!Arrays.equals(at, next)) {
        at = next;
        heard = System.nanoTime();
        sink.accept(records, next);
      } else if (System.nanoTime() - heard > SILENCE.toNanos()) {
        throw new TimeoutException("nothing was received for " + SILENCE.toSeconds() + " seconds");
      }
      return true;
    }
  }

  /// The settings of the collections.
  ///
  /// @param store see [Catalog#load]
  Catalog catalog(DocumentStore store) {
    return new Catalog(topics.collections(), clients.consumer(), store);
  }

  /// Changes the settings of the collections.
  CatalogWriter writer(Catalog catalog, LogWriter writer) {
    return new CatalogWriter(catalog, topics.collections(), clients::transactions, writer);
  }

  /// Writes to the topics.
  LogWriter writer() {
    return new LogWriter(clients.producer(), topics);
  }

  @Override
  public void close() {
    if (reader != null) {
      reader.close();
    }
    admin.close();
  }
}

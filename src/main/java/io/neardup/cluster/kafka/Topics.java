package io.neardup.cluster.kafka;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.CreateTopicsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The topics of a cluster.
public final class Topics {

  /// The maximum size of a record, in bytes: the longest stored text, 5 million characters of up to
  /// 4 bytes, and its metadata.
  static final int MAX_RECORD = 24 << 20;

  private static final Logger log = LoggerFactory.getLogger(Topics.class);

  /// How long an instance may be down, or a client of the change feed may pause, and still see
  /// deletions.
  public static final Duration KEEP_DELETES = Duration.ofDays(7);

  /// How long the document log keeps every event, so that an owner can repeat what compaction must
  /// keep.
  public static final Duration KEEP_ALL = Duration.ofHours(1);

  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final ClusterProperties properties;

  public Topics(ClusterProperties properties) {
    this.properties = properties;
  }

  public String documents() {
    return properties.topicPrefix() + "-documents";
  }

  public String collections() {
    return properties.topicPrefix() + "-collections";
  }

  /// The number of partitions of the document topic.
  public int partitions() {
    return properties.partitions();
  }

  /// Creates missing topics. Waits for brokers.
  ///
  /// @throws IllegalArgumentException if a topic has a different number of partitions
  public void create(Admin admin) {
    var _ =
        waiting(() -> {
          createOnce(admin);
          return true;
        });
  }

  /// Distinguishes the topics from others with the same names: the Kafka cluster id and the topic
  /// ids, `none` for a missing topic. Waits for brokers.
  public String identity(Admin admin) {
    return waiting(() -> {
      StringBuilder identity = new StringBuilder(admin.describeCluster().clusterId().get());
      for (String name : List.of(documents(), collections())) {
        identity.append('\n').append(name).append(' ').append(id(admin, name));
      }
      return identity.append('\n').toString();
    });
  }

  private static String id(Admin admin, String name)
      throws ExecutionException, InterruptedException {
    try {
      TopicDescription found = admin.describeTopics(List.of(name)).allTopicNames().get().get(name);
      return Objects.requireNonNull(found).topicId().toString();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException && !exists(admin, name)) {
        return "none";
      }
      throw e;
    }
  }

  /// Asks the controller: a broker that has just started may not know a topic yet.
  private static boolean exists(Admin admin, String name)
      throws ExecutionException, InterruptedException {
    try {
      admin
          .createTopics(
              List.of(new NewTopic(name, Optional.empty(), Optional.empty())),
              new CreateTopicsOptions().validateOnly(true))
          .all()
          .get();
      return false;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof TopicExistsException) {
        return true;
      }
      throw e;
    }
  }

  /// The position of a mark written to a partition of the document topic: behind everything in its
  /// log, even if a broker that has just started reports an earlier end. Waits for brokers.
  public long mark(LogWriter log, int partition) {
    return waiting(() -> log.mark(partition).get());
  }

  /// A call to the brokers.
  @FunctionalInterface
  private interface Call<T> {
    T answer() throws ExecutionException, InterruptedException;
  }

  private static <T> T waiting(Call<T> call) {
    while (true) {
      try {
        return call.answer();
      } catch (ExecutionException e) {
        log.warn(
            "The topics of the cluster cannot be used yet: {}. Trying again.",
            String.valueOf(e.getCause()));
        LockSupport.parkNanos(PAUSE.toNanos());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("stopped while waiting for Kafka", e);
      }
    }
  }

  /// Creates missing topics.
  ///
  /// @throws ExecutionException if the brokers refuse or do not answer
  public void createOnce(Admin admin) throws ExecutionException, InterruptedException {
    create(admin, documents(), properties.partitions(), KEEP_ALL);
    // Deletions are kept even if the collection is created again.
    create(admin, collections(), 1, KEEP_DELETES);
  }

  private void create(Admin admin, String name, int partitions, Duration keepAll)
      throws ExecutionException, InterruptedException {
    NewTopic topic =
        new NewTopic(name, partitions, properties.replicationFactor())
            .configs(
                Map.of(
                    TopicConfig.CLEANUP_POLICY_CONFIG,
                    TopicConfig.CLEANUP_POLICY_COMPACT,
                    TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
                    Integer.toString(MAX_RECORD),
                    TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG,
                    Integer.toString(properties.minInSync()),
                    TopicConfig.DELETE_RETENTION_MS_CONFIG,
                    Long.toString(KEEP_DELETES.toMillis()),
                    // An instance's clock may be ahead of the broker's clock.
                    TopicConfig.MESSAGE_TIMESTAMP_AFTER_MAX_MS_CONFIG,
                    Long.toString(Long.MAX_VALUE),
                    TopicConfig.MIN_COMPACTION_LAG_MS_CONFIG,
                    Long.toString(keepAll.toMillis())));
    try {
      admin.createTopics(List.of(topic)).all().get();
      log.info("Created the topic {} with {} partitions", name, partitions);
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof TopicExistsException)) {
        throw e;
      }
      TopicDescription present =
          admin.describeTopics(List.of(name)).allTopicNames().get().get(name);
      if (present != null && present.partitions().size() != partitions) {
        throw new IllegalArgumentException(
            "The topic "
                + name
                + " has "
                + present.partitions().size()
                + " partitions, neardup.cluster.partitions="
                + partitions
                + ". The number of partitions of a cluster never changes; set"
                + " neardup.cluster.partitions to the topic's.",
            e);
      }
    }
  }
}

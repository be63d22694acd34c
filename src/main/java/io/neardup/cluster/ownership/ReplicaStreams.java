package io.neardup.cluster.ownership;

import io.neardup.cluster.ownership.HostedPartitions.Hosted;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Properties;
import java.util.function.IntFunction;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.ThreadMetadata;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Kafka Streams, which assigns the partitions to the instances and passes their records on.
/// Applying that fails is tried again.
final class ReplicaStreams implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(ReplicaStreams.class);
  private static final Duration STOP = Duration.ofSeconds(10);
  private static final Duration RETRY = Duration.ofSeconds(1);

  private final KafkaStreams streams;
  private volatile @Nullable String failed; // the last thread that failed to apply events

  /// Begins.
  ///
  /// @param settings of Kafka Streams
  /// @param roles by partition
  /// @param onFailure run when applying fails
  ReplicaStreams(
      String topic, Properties settings, IntFunction<PartitionRole> roles, Runnable onFailure) {
    streams =
        new KafkaStreams(
            ReplicaTopology.of(topic, roles), ReplicaTopology.batched(settings, roles));
    streams.setUncaughtExceptionHandler(failure -> {
      failed = Thread.currentThread().getName();
      onFailure.run();
      log.error("Applying events failed and is tried again in a second", failure);
      try {
        Thread.sleep(RETRY);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return StreamThreadExceptionResponse.REPLACE_THREAD;
    });
    streams.start();
  }

  /// Which instances host which partitions.
  List<Hosted> hosts() {
    return streams.streamsMetadataForStore(ReplicaTopology.STORE).stream()
        .map(each ->
            new Hosted(
                each.host() + ":" + each.port(),
                numbers(each.topicPartitions()),
                numbers(each.standbyTopicPartitions())))
        .toList();
  }

  private static List<Integer> numbers(Collection<TopicPartition> partitions) {
    return partitions.stream().map(TopicPartition::partition).toList();
  }

  /// Whether all threads have their partitions, and another one those of a thread that has failed.
  boolean isApplying() {
    List<ThreadMetadata> others =
        streams.metadataForLocalThreads().stream()
            .filter(thread -> !thread.threadName().equals(failed))
            .toList();
    return !others.isEmpty()
        && others.stream().allMatch(thread -> thread.threadState().equals("RUNNING"));
  }

  /// Leaves the group: partitions are assigned to others at once.
  @Override
  public void close() {
    streams.close(
        CloseOptions.groupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP)
            .withTimeout(STOP));
  }
}

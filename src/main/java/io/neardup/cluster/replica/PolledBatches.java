package io.neardup.cluster.replica;

import java.util.Map;
import java.util.function.IntFunction;
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/// Applies the records that Kafka Streams has polled, all those of a partition together. Kafka
/// Streams passes them one by one afterwards, which has no effect for records that are applied, but
/// advances its positions.
///
/// Created by the consumer, on whose thread it runs.
public final class PolledBatches implements ConsumerInterceptor<byte[], byte[]> {

  /// The property of the consumer with the roles by partition.
  static final String ROLES = "neardup.roles";

  private @Nullable IntFunction<ReplicaTopology.Role> roles;

  @Override
  @SuppressWarnings("unchecked") // set by ClusterLog
  public void configure(Map<String, ?> configs) {
    roles = (IntFunction<ReplicaTopology.Role>) configs.get(ROLES);
  }

  @Override
  public ConsumerRecords<byte[], byte[]> onConsume(ConsumerRecords<byte[], byte[]> records) {
    IntFunction<ReplicaTopology.Role> known = roles;
    for (TopicPartition topic : records.partitions()) {
      ReplicaTopology.Role role = known == null ? null : known.apply(topic.partition());
      if (role != null && role.isOwned()) {
        role.apply(records.records(topic));
      }
    }
    return records;
  }

  @Override
  public void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {
    // Positions are those of the replicas.
  }

  @Override
  public void close() {
    // Nothing is held.
  }
}

package io.neardup.cluster.ownership;

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

  private @Nullable IntFunction<PartitionRole> roles;

  @Override
  @SuppressWarnings("unchecked") // set by ReplicaTopology
  public void configure(Map<String, ?> configs) {
    roles = (IntFunction<PartitionRole>) configs.get(ROLES);
  }

  @Override
  public ConsumerRecords<byte[], byte[]> onConsume(ConsumerRecords<byte[], byte[]> records) {
    IntFunction<PartitionRole> known = roles;
    for (TopicPartition topic : records.partitions()) {
      PartitionRole role = known == null ? null : known.apply(topic.partition());
      if (role != null && role.owner() != null) {
        role.replica().apply(records.records(topic));
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

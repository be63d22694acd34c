package io.neardup.cluster.ownership;

import java.util.Map;
import java.util.function.IntFunction;
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/// Applies the records that Kafka Streams has polled, one batch per partition. Kafka Streams then
/// passes them one by one, which has no effect on applied records but advances its positions.
///
/// Created by the consumer; runs on its thread.
public final class PolledBatches implements ConsumerInterceptor<byte[], byte[]> {

  /// The consumer property with the roles by partition.
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
    // The replicas keep the positions.
  }

  @Override
  public void close() {
    // Nothing is held.
  }
}

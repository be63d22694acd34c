package io.neardup.cluster.replica;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/// Reads the end of a partition for a lookup that needs it now. Kafka Streams lets a standby read
/// only what its owner has committed; when the owner has failed, that ends up to a commit interval
/// before the end of the log.
///
/// One read at a time.
public final class TailReader implements AutoCloseable {

  private static final Duration POLL = Duration.ofMillis(50);

  private final Consumer<byte[], byte[]> consumer;
  private final String topic;

  public TailReader(Consumer<byte[], byte[]> consumer, String topic) {
    this.consumer = consumer;
    this.topic = topic;
  }

  /// Applies the records of partitions up to given offsets, or until the time is over.
  ///
  /// @param upTo by replica
  public synchronized void read(Map<PartitionReplica, Long> upTo, long nanos) {
    long end = System.nanoTime() + nanos;
    try {
      consumer.assign(
          upTo.keySet().stream()
              .map(replica -> new TopicPartition(topic, replica.partition()))
              .toList());
      // The applied position is that of the last event from 1 on, and so the next offset from 0 on.
      Map<PartitionReplica, Long> from = new HashMap<>();
      for (PartitionReplica replica : upTo.keySet()) {
        from.put(replica, replica.applied());
        consumer.seek(
            new TopicPartition(topic, replica.partition()),
            Objects.requireNonNull(from.get(replica)));
      }
      while (System.nanoTime() < end
          && upTo.entrySet().stream().anyMatch(each -> each.getKey().applied() < each.getValue())) {
        var records = consumer.poll(POLL);
        for (PartitionReplica replica : upTo.keySet()) {
          List<ConsumerRecord<byte[], byte[]>> some =
              records.records(new TopicPartition(topic, replica.partition()));
          long applied = Objects.requireNonNull(from.get(replica));
          if (!some.isEmpty()) {
            replica.apply(some, applied);
          }
          // Compaction may have removed the last records.
          long next = consumer.position(new TopicPartition(topic, replica.partition()));
          replica.advance(next, applied);
          from.put(replica, next);
        }
      }
    } catch (KafkaException | IllegalStateException e) {
      // The lookup reports the partitions as missing.
    }
  }

  @Override
  public synchronized void close() {
    consumer.close();
  }
}

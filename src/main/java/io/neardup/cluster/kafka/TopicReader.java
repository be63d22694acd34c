package io.neardup.cluster.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;

/// Reads a topic from given offsets to given ends. One read at a time.
public final class TopicReader implements AutoCloseable {

  private static final Duration POLL = Duration.ofMillis(50);
  private static final Duration ANSWER = Duration.ofSeconds(10);

  private final Consumer<byte[], byte[]> consumer;
  private final String topic;

  /// @param consumer closed by this reader
  public TopicReader(Consumer<byte[], byte[]> consumer, String topic) {
    this.consumer = consumer;
    this.topic = topic;
  }

  /// Receives the records.
  @FunctionalInterface
  public interface Sink {

    /// Records were read, or none for a moment.
    ///
    /// @param records by partition, in offset order
    /// @param next the offsets where reading continues, by partition
    /// @return whether to continue up to the ends
    boolean read(Map<Integer, List<ConsumerRecord<byte[], byte[]>>> records, long[] next);
  }

  /// The current ends of partitions: the offsets after their last records.
  public synchronized long[] ends(int partitions) {
    List<TopicPartition> all = IntStream.range(0, partitions).mapToObj(this::partition).toList();
    consumer.assign(all); // else it logs a warning for each
    Map<TopicPartition, Long> ends = consumer.endOffsets(all, ANSWER);
    return all.stream().mapToLong(each -> ends.getOrDefault(each, 0L)).toArray();
  }

  /// Reads partitions, several at a time.
  ///
  /// @param from the offset of the first record, by partition
  /// @param to the offset before which reading ends, by partition; not after `from` for partitions
  ///   to skip
  public synchronized void read(long[] from, long[] to, Sink sink) {
    long[] next = from.clone();
    List<TopicPartition> open = new ArrayList<>();
    for (int partition = 0; partition < to.length; partition++) {
      if (from[partition] < to[partition]) {
        open.add(partition(partition));
      }
    }
    consumer.assign(open);
    consumer.resume(open); // an earlier call paused partitions at their ends
    open.forEach(each -> consumer.seek(each, from[each.partition()]));
    boolean readsOn = true;
    while (readsOn && !open.isEmpty()) {
      Map<Integer, List<ConsumerRecord<byte[], byte[]>>> records = poll(open, next, to);
      open.removeIf(each -> next[each.partition()] >= to[each.partition()]);
      readsOn = sink.read(records, next.clone());
    }
  }

  /// Advances positions even where compaction has removed the last records.
  private Map<Integer, List<ConsumerRecord<byte[], byte[]>>> poll(
      List<TopicPartition> open, long[] next, long[] to) {
    Map<Integer, List<ConsumerRecord<byte[], byte[]>>> records = new HashMap<>();
    ConsumerRecords<byte[], byte[]> polled = consumer.poll(POLL);
    for (TopicPartition each : open) {
      int partition = each.partition();
      long end = to[partition];
      List<ConsumerRecord<byte[], byte[]>> some =
          polled.records(each).stream().filter(raw -> raw.offset() < end).toList();
      if (!some.isEmpty()) {
        records.put(partition, some);
      }
      next[partition] = Math.min(consumer.position(each), end);
      if (next[partition] == end) {
        consumer.pause(List.of(each));
      }
    }
    return records;
  }

  private TopicPartition partition(int number) {
    return new TopicPartition(topic, number);
  }

  @Override
  public synchronized void close() {
    consumer.close();
  }
}

package io.neardup.cluster.migration;

import io.neardup.cluster.kafka.LogRecord;
import io.neardup.cluster.kafka.LogRecord.Claim;
import io.neardup.cluster.kafka.LogRecord.End;
import io.neardup.cluster.kafka.LogRecord.Mark;
import io.neardup.cluster.kafka.LogRecord.Written;
import io.neardup.cluster.kafka.LogState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/// Reads the topic of documents from given offsets to given ends.
///
/// Not thread-safe.
final class TopicReader implements AutoCloseable {

  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration ANSWER = Duration.ofSeconds(10);

  /// How long the brokers may send nothing.
  private static final Duration SILENCE = Duration.ofSeconds(60);

  private final Consumer<byte[], byte[]> consumer;
  private final String topic;

  /// @param consumer closed by this
  TopicReader(Consumer<byte[], byte[]> consumer, String topic) {
    this.consumer = consumer;
    this.topic = topic;
  }

  /// Receives what was read.
  @FunctionalInterface
  interface Sink {

    /// Records were read.
    ///
    /// @param records by partition, in the order of their offsets
    /// @param next the offsets at which reading continues, by partition
    void read(Map<Integer, List<ConsumerRecord<byte[], byte[]>>> records, long[] next);
  }

  /// The valid changes of a partition, by the rules of all replicas (see [LogState]).
  ///
  /// @param state what was read before
  /// @param known whether a collection of this name and creation exists; changes of others are left
  ///   out
  record ValidChanges(LogState state, BiPredicate<String, Long> known) {

    /// The valid changes of the next records.
    List<Written> of(List<ConsumerRecord<byte[], byte[]>> records) {
      List<Written> valid = new ArrayList<>(records.size());
      for (ConsumerRecord<byte[], byte[]> raw : records) {
        switch (LogRecord.read(raw)) {
          case Claim claim -> state.claim(claim);
          case Written change -> {
            boolean isKnown = known.test(change.event().collection(), change.created());
            if (state.apply(change, isKnown) && isKnown) {
              valid.add(change);
            }
          }
          case End _, Mark _ -> {
            // The collections are known, and the records are read to the end.
          }
          case null -> {
            // Of a later version.
          }
        }
      }
      return valid;
    }
  }

  /// The ends of the partitions at present: the offsets after their last records.
  long[] ends(int partitions) {
    List<TopicPartition> all = IntStream.range(0, partitions).mapToObj(this::partition).toList();
    try {
      Map<TopicPartition, Long> ends = consumer.endOffsets(all, ANSWER);
      return all.stream().mapToLong(each -> ends.getOrDefault(each, 0L)).toArray();
    } catch (KafkaException e) {
      throw failed(e.getMessage(), e);
    }
  }

  /// Reads partitions, several at a time.
  ///
  /// @param from the offset of the first record, by partition
  /// @param to the offset before which reading ends, by partition
  void read(long[] from, long[] to, Sink sink) {
    long[] next = from.clone();
    List<TopicPartition> open = new ArrayList<>();
    for (int partition = 0; partition < to.length; partition++) {
      if (from[partition] < to[partition]) {
        open.add(partition(partition));
      }
    }
    try {
      consumer.assign(open);
      consumer.resume(open); // those of an earlier call were paused at their ends
      open.forEach(each -> consumer.seek(each, from[each.partition()]));
      long heard = System.nanoTime();
      while (!open.isEmpty()) {
        Map<Integer, List<ConsumerRecord<byte[], byte[]>>> records = new HashMap<>();
        if (poll(open, next, to, records)) {
          heard = System.nanoTime();
          sink.read(records, next.clone());
        } else if (System.nanoTime() - heard > SILENCE.toNanos()) {
          throw failed("nothing was received for " + SILENCE.toSeconds() + " seconds", null);
        }
        open.removeIf(each -> next[each.partition()] >= to[each.partition()]);
      }
    } catch (KafkaException e) {
      throw failed(e.getMessage(), e);
    }
  }

  /// @return whether a position has advanced; compaction may have removed the last records
  private boolean poll(
      List<TopicPartition> open,
      long[] next,
      long[] to,
      Map<Integer, List<ConsumerRecord<byte[], byte[]>>> records) {
    ConsumerRecords<byte[], byte[]> polled = consumer.poll(POLL);
    boolean advanced = false;
    for (TopicPartition each : open) {
      int partition = each.partition();
      long end = to[partition];
      List<ConsumerRecord<byte[], byte[]>> some =
          polled.records(each).stream().filter(raw -> raw.offset() < end).toList();
      if (!some.isEmpty()) {
        records.put(partition, some);
      }
      long position = Math.min(consumer.position(each), end);
      advanced |= position > next[partition];
      next[partition] = position;
      if (position == end) {
        consumer.pause(List.of(each));
      }
    }
    return advanced;
  }

  private TopicPartition partition(int number) {
    return new TopicPartition(topic, number);
  }

  private MigrationException failed(@Nullable String why, @Nullable Throwable cause) {
    return new MigrationException(
        "The topic " + topic + " cannot be read: " + why + ". Start again, which continues.",
        cause);
  }

  @Override
  public void close() {
    consumer.close();
  }
}

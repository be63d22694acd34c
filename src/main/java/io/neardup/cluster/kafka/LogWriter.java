package io.neardup.cluster.kafka;

import io.neardup.cluster.kafka.LogRecord.Mark;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;

/// Appends records to the topics of a cluster. Thread-safe.
public final class LogWriter implements AutoCloseable {

  private static final Duration STOP = Duration.ofSeconds(10);

  private final Producer<byte[], byte[]> producer;
  private final String topic;
  private final int partitions;

  /// @param producer closed by this writer
  public LogWriter(Producer<byte[], byte[]> producer, Topics topics) {
    this.producer = producer;
    this.topic = topics.documents();
    this.partitions = topics.partitions();
  }

  /// The number of partitions.
  public int partitions() {
    return partitions;
  }

  /// Appends a record to a partition of the document topic. May wait while the brokers do not
  /// answer.
  ///
  /// @return the position of the record; fails if it was not acknowledged
  public CompletableFuture<Long> append(int partition, LogRecord record) {
    return append(record.in(topic, partition));
  }

  /// Appends a record. May wait while the brokers do not answer.
  ///
  /// @return the position of the record; fails if it was not acknowledged
  public CompletableFuture<Long> append(ProducerRecord<byte[], byte[]> record) {
    CompletableFuture<Long> done = new CompletableFuture<>();
    try {
      var _ =
          producer.send(
              record,
              (written, failure) -> {
                if (failure == null) {
                  done.complete(LogRecord.position(written.partition(), written.offset()).offset());
                } else {
                  done.completeExceptionally(failure);
                }
              });
    } catch (KafkaException | IllegalStateException e) {
      done.completeExceptionally(e);
    }
    return done;
  }

  /// Appends a mark to a partition, to find out where its log ends: each write that was
  /// acknowledged before the call is before the mark. A replaced broker that does not know it was
  /// replaced cannot acknowledge the mark, which takes as many brokers as a write.
  ///
  /// This is a read index, confirmed by a mark instead of heartbeats: Ongaro, Consensus: Bridging
  /// Theory and Practice, 2014, section 6.4.
  ///
  /// @return the position of the mark; fails if it was not acknowledged
  public CompletableFuture<Long> mark(int partition) {
    return append(partition, Mark.now(0));
  }

  /// Waits until all appended records are acknowledged or have failed.
  public void flush() {
    producer.flush();
  }

  @Override
  public void close() {
    producer.close(STOP);
  }
}

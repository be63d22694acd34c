package io.neardup.cluster.ownership;

import io.neardup.cluster.kafka.LogRecord;
import io.neardup.cluster.kafka.LogRecord.Cleared;
import io.neardup.cluster.kafka.LogRecord.End;
import io.neardup.cluster.kafka.LogRecord.Keyed;
import io.neardup.cluster.kafka.LogRecord.Stamp;
import io.neardup.cluster.kafka.LogWriter;
import io.neardup.cluster.kafka.TopicReader;
import io.neardup.cluster.replica.PartitionReplica;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Removes the records of deleted collections from the logs of partitions: the owner appends a
/// tombstone for each key, so that compaction keeps nothing. A few at a time, because other
/// collections of the partition share the log.
///
/// A log that was not read to its end is read again, also by the next owner: until then, the ends
/// of collections are part of the replica state, see [Cleared].
///
/// One thread handles one partition after the other.
final class DeletedRecords implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(DeletedRecords.class);

  private final Supplier<TopicReader> readers;
  private final LogWriter writer;
  private final Duration pause;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().name("cluster-removals").daemon().factory());
  private final AtomicBoolean removing = new AtomicBoolean();
  private volatile boolean closed;

  /// @param readers of the topic
  /// @param pause after each batch of removals
  DeletedRecords(Supplier<TopicReader> readers, LogWriter writer, Duration pause) {
    this.readers = readers;
    this.writer = writer;
    this.pause = pause;
  }

  /// Starts removal for the partitions that this process owns, unless it is already running. Does
  /// not wait.
  void remove(List<PartitionRole> roles) {
    if (!closed && removing.compareAndSet(false, true)) {
      thread.execute(() -> {
        try {
          roles.forEach(role -> remove(role.replica(), () -> closed ? 0 : role.epoch()));
        } catch (RuntimeException e) {
          log.warn("Records of deleted collections are removed later", e);
        } finally {
          removing.set(false);
        }
      });
    }
  }

  /// Removes the records of deleted collections from one partition.
  ///
  /// @param epoch in which the owner can decide, 0 if it cannot; a change ends the removal
  void remove(PartitionReplica replica, LongSupplier epoch) {
    int partition = replica.partition();
    List<End> ended = replica.ended();
    long begun = epoch.getAsLong();
    if (ended.isEmpty() || begun == 0) {
      return;
    }
    long[] to = new long[partition + 1];
    to[partition] = replica.applied();
    try (TopicReader reader = readers.get()) {
      reader.read(
          new long[to.length],
          to,
          (records, next) -> {
            append(partition, records.getOrDefault(partition, List.of()), ended, begun);
            return epoch.getAsLong() == begun;
          });
    }
    if (epoch.getAsLong() == begun) {
      ended.forEach(
          end -> writer.append(partition, new Cleared(end.collection(), end.number())).join());
    }
  }

  private void append(
      int partition, List<ConsumerRecord<byte[], byte[]>> records, List<End> ended, long epoch) {
    Set<LogRecord.Key> keys = new LinkedHashSet<>();
    for (ConsumerRecord<byte[], byte[]> raw : records) {
      if (raw.value() != null
          && LogRecord.read(raw) instanceof Keyed keyed
          && ended.stream().anyMatch(end -> end.includes(keyed.key()))) {
        keys.add(keyed.key());
      }
    }
    if (!keys.isEmpty()) {
      CompletableFuture.allOf(
              keys.stream()
                  .map(key -> writer.append(partition, key.removal(new Stamp(epoch, 0))))
                  .toArray(CompletableFuture[]::new))
          .join();
      LockSupport.parkNanos(pause.toNanos());
    }
  }

  /// Ends the removal, and waits for that.
  @Override
  public void close() {
    closed = true;
    thread.close();
  }
}

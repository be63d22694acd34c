package io.neardup.cluster.ownership;

import io.neardup.cluster.kafka.LogWriter;
import io.neardup.cluster.kafka.SharedMarks;
import io.neardup.cluster.kafka.TopicReader;
import io.neardup.cluster.replica.PartitionReplica;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.KafkaException;

/// Brings partitions up to date for reads.
final class CurrentReads implements AutoCloseable {

  /// How long a read waits for the owner in this process to read its log. Kafka Streams reads none
  /// while it assigns partitions, which may take seconds.
  private static final long OWNER_NANOS = Duration.ofMillis(300).toNanos();

  private final TopicReader tailReader;
  private final LogWriter writer;
  private final Map<Integer, SharedMarks> marks = new ConcurrentHashMap<>();

  /// @param tailReader of the topic of documents, closed by this
  CurrentReads(TopicReader tailReader, LogWriter writer) {
    this.tailReader = tailReader;
    this.writer = writer;
  }

  /// Waits until lookups in this process see every write to a partition that was acknowledged
  /// before the call: it owns the partition, and shows that it still does (PartitionOwner); or it
  /// hosts the partition, and has applied a mark that was appended to its log after the call. All
  /// acknowledged writes are before the mark, which is acknowledged by as many brokers as a write,
  /// hence by none that was replaced without knowing: the read index of Ongaro, Consensus: Bridging
  /// Theory and Practice, 2014, section 6.4. The end of the log that a broker reports is no proof.
  ///
  /// @return whether they do
  boolean awaitCurrent(PartitionRole role, long nanos) {
    long end = System.nanoTime() + nanos;
    PartitionOwner owner = role.owner();
    if (owner != null) {
      owner.renewLease(); // in time, without waiting for it
      if (owner.awaitLease(Math.min(end, System.nanoTime() + OWNER_NANOS))) {
        return true;
      }
    }
    return role.isHosted() && awaitMark(role, end);
  }

  private boolean awaitMark(PartitionRole role, long end) {
    int partition = role.replica().partition();
    try {
      long mark =
          marks
              .computeIfAbsent(partition, _ -> new SharedMarks(() -> writer.mark(partition)))
              .next()
              .get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
      return await(role, mark, end);
    } catch (TimeoutException | ExecutionException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /// Applies the log of a hosted partition up to an offset.
  ///
  /// @return whether it is applied that far in time
  private boolean await(PartitionRole role, long offset, long end) {
    PartitionReplica replica = role.replica();
    long nanos = end - System.nanoTime();
    if (role.owner() != null && replica.await(offset, Math.min(nanos, OWNER_NANOS))) {
      return true;
    }
    if (isBehind(role, offset)) {
      synchronized (tailReader) {
        if (isBehind(role, offset)) {
          readTail(replica, offset, end);
        }
      }
    }
    return role.isHosted() && replica.await(offset, end - System.nanoTime());
  }

  private static boolean isBehind(PartitionRole role, long offset) {
    return role.isHosted() && role.replica().applied() < offset;
  }

  /// Reads the end of a partition for a lookup that needs it now. Kafka Streams lets a standby read
  /// only what its owner has committed; when the owner has failed, that ends up to a commit
  /// interval before the end of the log. An owner reads nothing while partitions are assigned.
  private void readTail(PartitionReplica replica, long offset, long endNanos) {
    int partition = replica.partition();
    long[] applied = new long[partition + 1];
    long[] to = new long[partition + 1];
    // The applied position is that of the last event from 1 on, and so the next offset from 0 on.
    applied[partition] = replica.applied();
    to[partition] = offset;
    try {
      tailReader.read(
          applied,
          to,
          (records, next) -> {
            replica.apply(records.getOrDefault(partition, List.of()), applied[partition]);
            // Compaction may have removed the last records.
            replica.advance(next[partition], applied[partition]);
            applied[partition] = next[partition];
            return System.nanoTime() < endNanos && replica.applied() < offset;
          });
    } catch (KafkaException | IllegalStateException e) {
      // The lookup is refused.
    }
  }

  @Override
  public void close() {
    tailReader.close();
  }
}

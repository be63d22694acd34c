package io.neardup.cluster.ownership;

import static io.neardup.cluster.ownership.HostedPartitions.NO_POSITION;

import io.neardup.cluster.kafka.LogWriter;
import io.neardup.cluster.kafka.SharedEnds;
import io.neardup.cluster.kafka.TopicReader;
import io.neardup.cluster.replica.PartitionReplica;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.apache.kafka.common.KafkaException;

/// Makes reads in this process linearizable: they see every write to a partition that was
/// acknowledged before they began.
final class CurrentReads implements AutoCloseable {

  /// How long a read waits for the owner in this process to read its log. Kafka Streams reads
  /// nothing while it assigns partitions, which may take seconds.
  private static final long OWNER_NANOS = Duration.ofMillis(100).toNanos();

  private final PartitionRole[] roles;
  private final LogWriter writer;
  private final TopicReader tailReader;
  private final List<SharedEnds> ends;
  private volatile IntToLongFunction ownerPositions = _ -> NO_POSITION;

  /// @param tailReader of the log, closed by this object
  CurrentReads(PartitionRole[] roles, LogWriter writer, TopicReader tailReader) {
    this.roles = roles;
    this.writer = writer;
    this.tailReader = tailReader;
    this.ends =
        IntStream.range(0, roles.length)
            .mapToObj(partition -> new SharedEnds(() -> end(partition)))
            .toList();
  }

  /// Asks owners for their positions from now on.
  ///
  /// @param owners may wait
  void askOwners(IntToLongFunction owners) {
    ownerPositions = owners;
  }

  /// Waits until lookups in this process see every write to a partition that was acknowledged
  /// before the call. Either it owns the partition and proves that it still does (PartitionOwner);
  /// or it hosts the partition and has applied its log up to the owner's position, or up to a mark,
  /// obtained after the call. All acknowledged writes are before the mark. It takes as many brokers
  /// as a write, so a replaced broker that does not know it was replaced cannot acknowledge it: the
  /// read index of Ongaro, Consensus: Bridging Theory and Practice, 2014, section 6.4. The end of
  /// the log that a broker reports is no proof.
  ///
  /// @return whether they do
  boolean await(int partition, long nanos) {
    long end = System.nanoTime() + nanos;
    return ownerPosition(partition, nanos) != NO_POSITION
        || roles[partition].isHosted() && awaitEnd(partition, end);
  }

  /// See [HostedPartitions#ownerPosition].
  long ownerPosition(int partition, long nanos) {
    PartitionOwner owner = roles[partition].owner();
    if (owner == null) {
      return NO_POSITION;
    }
    owner.renewLease(); // ahead of time, without waiting
    return owner.awaitLease(System.nanoTime() + Math.min(nanos, OWNER_NANOS))
        ? roles[partition].replica().applied()
        : NO_POSITION;
  }

  /// The end of a partition's log: at or after every write that was acknowledged before the call.
  private CompletableFuture<Long> end(int partition) {
    long position = ownerPositions.applyAsLong(partition);
    return position == NO_POSITION
        ? writer.mark(partition)
        : CompletableFuture.completedFuture(position);
  }

  private boolean awaitEnd(int partition, long end) {
    try {
      long upTo = ends.get(partition).next().get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
      return apply(roles[partition], upTo, end);
    } catch (TimeoutException | ExecutionException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /// Applies the log of a partition up to an offset.
  ///
  /// @return whether it is applied that far in time
  private boolean apply(PartitionRole role, long offset, long end) {
    PartitionReplica replica = role.replica();
    if (role.owner() != null
        && replica.await(offset, Math.min(end - System.nanoTime(), OWNER_NANOS))) {
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

  /// Reads the tail of a partition for a lookup that needs it now. Kafka Streams lets a standby
  /// read only what the owner has committed; after the owner has failed, that ends up to one commit
  /// interval before the end of the log. An owner reads nothing while partitions are assigned.
  private void readTail(PartitionReplica replica, long offset, long endNanos) {
    int partition = replica.partition();
    long[] applied = new long[partition + 1];
    long[] to = new long[partition + 1];
    // Positions count from 1, so the applied position equals the next Kafka offset, which counts
    // from 0.
    applied[partition] = replica.applied();
    to[partition] = offset;
    try {
      tailReader.read(
          applied,
          to,
          (records, next) -> {
            // Compaction may have removed the last records.
            replica.apply(
                records.getOrDefault(partition, List.of()), applied[partition], next[partition]);
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

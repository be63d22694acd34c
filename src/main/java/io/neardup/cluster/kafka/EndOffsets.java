package io.neardup.cluster.kafka;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/// The ends of the partitions of the log at present. A replica that has applied the log up to the
/// end has every write that was acknowledged before, whichever instance owned the partition.
///
/// Requests that arrive while the brokers are asked share the next answer.
public final class EndOffsets implements AutoCloseable {

  /// Marks a partition whose end is unknown, because its leader did not answer.
  public static final long UNKNOWN = -1;

  private final Admin admin;
  private final Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
  private final TopicPartition[] partitions;
  private final int timeoutMillis;
  private final Thread thread;
  private @Nullable CompletableFuture<long[]> next; // guarded by this
  private boolean closed; // guarded by this

  /// @param admin closed by its owner
  /// @param timeoutMillis of a question to the brokers
  EndOffsets(Admin admin, String topic, int partitions, int timeoutMillis) {
    this.admin = admin;
    this.timeoutMillis = timeoutMillis;
    this.partitions = new TopicPartition[partitions];
    for (int partition = 0; partition < partitions; partition++) {
      this.partitions[partition] = new TopicPartition(topic, partition);
      asked.put(this.partitions[partition], OffsetSpec.latest());
    }
    this.thread = Thread.ofPlatform().daemon().name("end-offsets").start(this::run);
  }

  /// The offset of the last event of each partition, 0 for none, [#UNKNOWN] if its leader does not
  /// answer.
  public synchronized CompletableFuture<long[]> now() {
    if (closed) {
      return CompletableFuture.completedFuture(unknown());
    }
    if (next == null) {
      next = new CompletableFuture<>();
      notifyAll();
    }
    return next;
  }

  private void run() {
    while (true) {
      CompletableFuture<long[]> question;
      synchronized (this) {
        while (next == null && !closed) {
          try {
            wait();
          } catch (InterruptedException e) {
            // Closed.
          }
        }
        if (next == null) {
          return;
        }
        question = next;
        next = null;
      }
      question.complete(ask());
    }
  }

  private long[] unknown() {
    long[] ends = new long[partitions.length];
    Arrays.fill(ends, UNKNOWN);
    return ends;
  }

  private long[] ask() {
    ListOffsetsResult result =
        admin.listOffsets(asked, new ListOffsetsOptions().timeoutMs(timeoutMillis));
    long[] ends = new long[partitions.length];
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    for (int partition = 0; partition < ends.length; partition++) {
      try {
        // The end of Kafka is the offset after the last record: the position of the last event.
        ends[partition] =
            result
                .partitionResult(partitions[partition])
                .get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS)
                .offset();
      } catch (ExecutionException | TimeoutException e) {
        ends[partition] = UNKNOWN;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        ends[partition] = UNKNOWN;
      }
    }
    return ends;
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      notifyAll();
    }
    thread.interrupt();
  }
}

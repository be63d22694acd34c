package io.neardup.cluster.kafka;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
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
public final class EndOffsets {

  /// Marks a partition whose end is unknown, because its leader did not answer.
  public static final long UNKNOWN = -1;

  private final Admin admin;
  private final Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
  private final TopicPartition[] partitions;
  private final int timeoutMillis;
  private boolean asking; // guarded by this
  private @Nullable CompletableFuture<long[]> next; // asked after that; guarded by this

  /// @param admin closed by its owner, which makes all ends unknown
  /// @param timeoutMillis of a question to the brokers
  EndOffsets(Admin admin, String topic, int partitions, int timeoutMillis) {
    this.admin = admin;
    this.timeoutMillis = timeoutMillis;
    this.partitions = new TopicPartition[partitions];
    for (int partition = 0; partition < partitions; partition++) {
      this.partitions[partition] = new TopicPartition(topic, partition);
      asked.put(this.partitions[partition], OffsetSpec.latest());
    }
  }

  /// The offset of the last event of each partition, 0 for none, [#UNKNOWN] if its leader does not
  /// answer.
  public CompletableFuture<long[]> now() {
    CompletableFuture<long[]> question = new CompletableFuture<>();
    synchronized (this) {
      if (asking) {
        next = next == null ? question : next;
        return next;
      }
      asking = true;
    }
    ask(question);
    return question;
  }

  private void ask(CompletableFuture<long[]> question) {
    long[] ends = new long[partitions.length];
    Arrays.fill(ends, UNKNOWN);
    ListOffsetsResult result;
    try {
      result = admin.listOffsets(asked, new ListOffsetsOptions().timeoutMs(timeoutMillis));
    } catch (IllegalStateException e) { // closed
      answer(question, ends);
      return;
    }
    AtomicInteger open = new AtomicInteger(ends.length);
    for (int i = 0; i < ends.length; i++) {
      int partition = i;
      var _ =
          result
              .partitionResult(partitions[partition])
              .whenComplete((found, failure) -> {
                if (found != null) {
                  // The end of Kafka is the offset after the last record: the position of the last
                  // event.
                  ends[partition] = found.offset();
                }
                if (open.decrementAndGet() == 0) {
                  answer(question, ends);
                }
              });
    }
  }

  private void answer(CompletableFuture<long[]> question, long[] ends) {
    question.complete(ends);
    CompletableFuture<long[]> following;
    synchronized (this) {
      following = next;
      next = null;
      asking = following != null;
    }
    if (following != null) {
      ask(following);
    }
  }
}

package io.neardup.cluster.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.cluster.kafka.LogRecord.Mark;
import io.neardup.store.StoreOptions;
import io.neardup.store.disk.DocumentStore;
import java.nio.file.Path;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a replica applies.
class PartitionReplicaTests {

  @TempDir Path folder;

  /// What a lookup reads from the end of the log must not be applied to a partition that was
  /// removed meanwhile, which would look as if it had all before.
  @Test
  void recordsAreNotAppliedToAPartitionThatWasRemoved() {
    try (DocumentStore store = DocumentStore.open(folder, StoreOptions.DEFAULTS)) {
      PartitionReplica replica =
          new PartitionReplica(0, store.documents(), (collection, created) -> null);
      replica.apply(List.of(mark(0), mark(1)));
      long before = replica.applied();
      assertThat(before).isEqualTo(2);
      replica.clear(List.of());
      replica.apply(List.of(mark(2)), before);
      assertThat(replica.applied()).isZero();
      replica.advance(before + 1, before);
      assertThat(replica.applied()).isZero();
    }
  }

  private static ConsumerRecord<byte[], byte[]> mark(long offset) {
    ProducerRecord<byte[], byte[]> made = Mark.now(0).in("log", 0);
    return new ConsumerRecord<>("log", 0, offset, made.key(), made.value());
  }
}

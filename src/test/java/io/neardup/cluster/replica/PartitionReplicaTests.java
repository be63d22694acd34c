package io.neardup.cluster.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.cluster.kafka.LogRecord;
import io.neardup.cluster.kafka.LogRecord.Mark;
import io.neardup.cluster.kafka.LogRecord.Stamp;
import io.neardup.cluster.kafka.LogRecord.Written;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.LoadedCollections;
import io.neardup.simhash.Fingerprint;
import io.neardup.store.CollectionSettings;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.Partitions;
import io.neardup.store.Revision;
import io.neardup.store.StoreOptions;
import io.neardup.store.Verdict;
import io.neardup.store.disk.DocumentStore;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
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

  /// The catalog deletes collections at any moment, also between the lookup of one and the write to
  /// its documents. That must not end the thread that applies the log.
  @Test
  void aCollectionThatIsDeletedWhileItsRecordsAreAppliedEndsNothing() {
    try (DocumentStore store = DocumentStore.open(folder, StoreOptions.DEFAULTS)) {
      store
          .collections()
          .put(new CollectionSettings("c", "paper-v1", null, false, null, Instant.EPOCH));
      DocumentCollection collection = LoadedCollections.of(store).find("c").orElseThrow();
      AtomicInteger lookups = new AtomicInteger();
      PartitionReplica replica =
          new PartitionReplica(
              new Partitions(store.documents().partitions()).of("a"),
              store.documents(),
              (name, created) -> {
                if (lookups.incrementAndGet() == 2) {
                  store.documents().removeCollection(collection.incarnation());
                }
                return collection;
              });
      replica.apply(List.of(put(0)));
      assertThat(collection.local().size()).isEqualTo(1);
      replica.apply(List.of(put(1), mark(2)));
      assertThat(lookups).hasValue(2);
      assertThat(replica.applied()).isEqualTo(3);
    }
  }

  private static ConsumerRecord<byte[], byte[]> put(long offset) {
    Revision revision =
        new Revision(
            Fingerprint.parse("0123456789abcdef", 64),
            7,
            "paper-v1",
            null,
            null,
            null,
            Verdict.NONE,
            1,
            Instant.EPOCH,
            null,
            null,
            null);
    Put put = new Put("c", "a", revision, Instant.EPOCH);
    return record(offset, new Written(0, put, Stamp.NONE));
  }

  private static ConsumerRecord<byte[], byte[]> mark(long offset) {
    return record(offset, Mark.now(0));
  }

  private static ConsumerRecord<byte[], byte[]> record(long offset, LogRecord record) {
    ProducerRecord<byte[], byte[]> made = record.in("log", 0);
    return new ConsumerRecord<>("log", 0, offset, made.key(), made.value());
  }
}

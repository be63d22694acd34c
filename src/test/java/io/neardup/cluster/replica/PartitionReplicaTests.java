package io.neardup.cluster.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.cluster.kafka.LogRecord;
import io.neardup.cluster.kafka.LogRecord.Claim;
import io.neardup.cluster.kafka.LogRecord.End;
import io.neardup.cluster.kafka.LogRecord.Mark;
import io.neardup.cluster.kafka.LogRecord.Stamp;
import io.neardup.cluster.kafka.LogRecord.Written;
import io.neardup.cluster.kafka.LogState;
import io.neardup.service.collection.CollectionChange;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.collection.LoadedCollections;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.Documents;
import io.neardup.store.Revision;
import io.neardup.store.StoreOptions;
import io.neardup.store.VerifyMode;
import io.neardup.store.WeightSource;
import io.neardup.store.disk.DocumentStore;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.record.TimestampType;
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
      replica.apply(List.of(mark(2)), before, 0);
      assertThat(replica.applied()).isZero();
      replica.apply(List.of(), before, before + 1);
      assertThat(replica.applied()).isZero();
    }
  }

  /// A collection may be deleted at any moment, also between the steps in which its changes are
  /// applied: the others of the partition must go on.
  @Test
  void changesOfACollectionThatIsDeletedMeanwhileAreLeftOut() {
    try (DocumentStore store = DocumentStore.open(folder, StoreOptions.DEFAULTS)) {
      DocumentCollections collections = LoadedCollections.of(store);
      DocumentCollection deleted = created(collections);
      AtomicBoolean deletes = new AtomicBoolean();
      int partition = 0;
      PartitionReplica replica =
          new PartitionReplica(
              partition,
              store.documents(),
              (name, created) -> {
                Optional<DocumentCollection> found = collections.find(name);
                if (deletes.get()) {
                  collections.forget(name);
                }
                return found.orElse(null);
              });
      replica.apply(List.of(stored(partition, 0, deleted)));
      assertThat(deleted.documents().size()).isOne();
      deletes.set(true);
      replica.apply(List.of(stored(partition, 1, deleted)));
      assertThat(replica.applied()).isEqualTo(2);
    }
  }

  @Test
  void aPartitionIsClearedAlthoughACollectionIsDeletedMeanwhile() {
    try (DocumentStore store = DocumentStore.open(folder, StoreOptions.DEFAULTS)) {
      DocumentCollections collections = LoadedCollections.of(store);
      DocumentCollection deleted = created(collections);
      int partition = 0;
      PartitionReplica replica =
          new PartitionReplica(partition, store.documents(), (name, created) -> deleted);
      replica.apply(List.of(stored(partition, 0, deleted)));
      collections.forget(deleted.name());
      replica.clear(List.of(deleted));
      assertThat(replica.applied()).isZero();
    }
  }

  /// Else the state, which is written with each batch of changes, would grow for good.
  @Test
  void documentsOfACollectionThatHasEndedAreNotToBeRepeated() {
    try (DocumentStore store = DocumentStore.open(folder, StoreOptions.DEFAULTS)) {
      DocumentCollection collection = created(LoadedCollections.of(store));
      int partition = 0;
      PartitionReplica replica =
          new PartitionReplica(partition, store.documents(), (name, created) -> collection);
      replica.apply(
          List.of(
              read(partition, 0, new Claim(1, "an owner")),
              stored(partition, 1, collection))); // of nobody
      assertThat(LogState.decode(store.documents().state(partition)).excluded()).hasSize(1);
      long end = collection.settings().creation() + 1;
      replica.apply(List.of(read(partition, 2, new End(collection.name(), end))));
      assertThat(LogState.decode(store.documents().state(partition)).excluded()).isEmpty();
    }
  }

  private static DocumentCollection created(DocumentCollections collections) {
    return collections
        .put(
            "deleted",
            new CollectionChange(
                "vlhash-128", null, false, VerifyMode.OFF, WeightSource.PROFILE, false, null))
        .collection();
  }

  private static ConsumerRecord<byte[], byte[]> stored(
      int partition, long offset, DocumentCollection collection) {
    Revision revision = Documents.revision("id", offset + 1, null, null, null);
    Put put = new Put(collection.name(), "id", revision, Documents.NOW);
    return read(
        partition, offset, new Written(collection.settings().creation(), put, new Stamp(0, 0)));
  }

  private static ConsumerRecord<byte[], byte[]> mark(long offset) {
    return read(0, offset, Mark.now(0));
  }

  private static ConsumerRecord<byte[], byte[]> read(int partition, long offset, LogRecord record) {
    ProducerRecord<byte[], byte[]> made = record.in("log", partition);
    return new ConsumerRecord<>(
        "log",
        partition,
        offset,
        0,
        TimestampType.CREATE_TIME,
        ConsumerRecord.NULL_SIZE,
        ConsumerRecord.NULL_SIZE,
        made.key(),
        made.value(),
        made.headers(),
        Optional.empty());
  }
}

package io.neardup.cluster.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.cluster.TestProperties;
import io.neardup.cluster.kafka.LogRecord;
import io.neardup.cluster.kafka.LogRecord.Claim;
import io.neardup.cluster.kafka.LogRecord.Kept;
import io.neardup.cluster.kafka.LogRecord.Stamp;
import io.neardup.cluster.kafka.LogWriter;
import io.neardup.cluster.kafka.Topics;
import io.neardup.cluster.replica.PartitionReplica;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.LoadedCollections;
import io.neardup.store.CollectionRecords.Change;
import io.neardup.store.CollectionRecords.Kind;
import io.neardup.store.CollectionSettings;
import io.neardup.store.StoreOptions;
import io.neardup.store.disk.DocumentStore;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An owner repeats what an excluded record of an earlier owner is the last one of, as judgements
/// and marks, and never after a later change.
class RepeatedRecordsTests {

  private static final String KEY = "a b";

  @TempDir Path folder;

  private final MockProducer<byte[], byte[]> producer =
      new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer());
  private DocumentStore store;
  private DocumentCollection collection;
  private PartitionReplica replica;
  private PartitionOwner owner;
  private long offset;

  @BeforeEach
  void start() {
    store = DocumentStore.open(folder, StoreOptions.DEFAULTS);
    store
        .collections()
        .put(new CollectionSettings("c", "paper-v1", null, true, null, Instant.EPOCH));
    collection = LoadedCollections.of(store).find("c").orElseThrow();
    replica = new PartitionReplica(0, store.documents(), (name, created) -> collection);
    owner =
        new PartitionOwner(
            "this",
            replica,
            new LogWriter(producer, new Topics(TestProperties.of("localhost:1", "neardup"))),
            store.records(),
            Runnable::run,
            Clock.systemUTC(),
            () -> {});
    replica.observe(owner);
    read(new Claim(1, "other"));
    read(kept(1, 1));
    read(new Claim(2, ""));
    read(new Claim(3, "this"));
    assertThat(owner.isReady()).isTrue();
  }

  @AfterEach
  void stop() {
    store.close();
  }

  @Test
  void theValidStateIsRepeatedAfterAnExcludedRecord() {
    read(kept(7, 1));
    owner.repeatNow();
    assertThat(appended()).isNotEmpty().containsOnly((byte) 1);
  }

  @Test
  void anEarlierStateIsNotRepeatedAfterAChangeThatIsUnderWay() {
    var change = owner.append(collection, List.of(change(2)));
    read(kept(7, 1));
    owner.repeatNow();
    assertThat(appended()).containsExactly((byte) 2);

    ProducerRecord<byte[], byte[]> sent = producer.history().getLast();
    read(Objects.requireNonNull(LogRecord.read(consumed(sent))));
    assertThat(change).isCompleted();
    owner.repeatNow();
    assertThat(store.records().find(collection.incarnation(), Kind.JUDGEMENT, KEY))
        .containsExactly(2);
    assertThat(replica.excluded()).isEmpty();
  }

  private static Change change(int value) {
    return new Change(Kind.JUDGEMENT, KEY, new byte[] {(byte) value});
  }

  private Kept kept(int value, long epoch) {
    return Kept.of("c", collection.settings().creation(), change(value), new Stamp(epoch, 1));
  }

  /// The values of what the owner has appended.
  private List<Byte> appended() {
    return producer.history().stream()
        .map(sent -> LogRecord.read(consumed(sent)))
        .filter(Kept.class::isInstance)
        .map(each -> Objects.requireNonNull(((Kept) each).value())[0])
        .toList();
  }

  private void read(LogRecord record) {
    replica.apply(List.of(consumed(record.in("neardup-documents", 0))));
  }

  private ConsumerRecord<byte[], byte[]> consumed(ProducerRecord<byte[], byte[]> sent) {
    return new ConsumerRecord<>(
        sent.topic(),
        0,
        offset++,
        0,
        TimestampType.CREATE_TIME,
        ConsumerRecord.NULL_SIZE,
        ConsumerRecord.NULL_SIZE,
        sent.key(),
        sent.value(),
        new RecordHeaders(sent.headers()),
        java.util.Optional.empty());
  }
}

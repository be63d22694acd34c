package io.neardup.cluster.changes;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.cluster.TestProperties;
import io.neardup.cluster.catalog.Catalog;
import io.neardup.cluster.catalog.CatalogWriter;
import io.neardup.cluster.kafka.LogRecord;
import io.neardup.cluster.kafka.LogRecord.Claim;
import io.neardup.cluster.kafka.LogRecord.Stamp;
import io.neardup.cluster.kafka.LogRecord.Written;
import io.neardup.cluster.kafka.LogWriter;
import io.neardup.cluster.kafka.TopicReader;
import io.neardup.cluster.kafka.Topics;
import io.neardup.service.collection.ChangeStream.Changes;
import io.neardup.service.collection.LoadedCollections;
import io.neardup.store.CollectionSettings;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.Documents;
import io.neardup.store.StoreOptions;
import io.neardup.store.codec.SettingsCodec;
import io.neardup.store.disk.DocumentStore;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The feed of changes, with a broker that reports an old end of the catalog, as one that was
/// suspended and replaced does for a moment.
class TopicChangesTests {

  private static final TopicPartition CATALOG = new TopicPartition("neardup-collections", 0);
  private static final TopicPartition DOCUMENTS = new TopicPartition("neardup-documents", 0);

  @TempDir private Path data;

  @Test
  void theEndIsAfterAllDeletionsSoFar() {
    Topics topics = new Topics(TestProperties.of("localhost:1", "neardup"));
    MockConsumer<byte[], byte[]> collections = consumer(CATALOG);
    MockProducer<byte[], byte[]> producer =
        new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
    try (DocumentStore store = DocumentStore.open(data, StoreOptions.DEFAULTS);
        LogWriter writer = new LogWriter(producer, topics)) {
      Catalog catalog = new Catalog(topics.collections(), collections, store);
      byte[] name = "deleted".getBytes(StandardCharsets.UTF_8);
      collections.addRecord(new ConsumerRecord<>(CATALOG.topic(), 0, 0, name, null));
      TopicChanges changes =
          new TopicChanges(
              new TopicReader(consumer(DOCUMENTS), topics.documents()),
              writer,
              catalog,
              new CatalogWriter(catalog, topics.collections(), () -> producer, writer),
              partition -> 0,
              Clock.systemUTC());
      Changes end = changes.read("end", 10, false);
      assertThat(end.changes()).isEmpty();
      collections.updateEndOffsets(Map.of(CATALOG, 1L));
      assertThat(changes.read(end.next(), 10, false).changes()).isEmpty();
      assertThat(changes.read(null, 10, false).changes()).hasSize(1);
    }
  }

  /// Here the owner of epoch 1 appends another document after it was replaced.
  @Test
  void recordsOfAReplacedOwnerAreNotListed() {
    Topics topics = new Topics(TestProperties.of("localhost:1", "neardup"));
    MockConsumer<byte[], byte[]> collections = consumer(CATALOG);
    MockConsumer<byte[], byte[]> documents = consumer(DOCUMENTS);
    MockProducer<byte[], byte[]> producer =
        new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
    try (DocumentStore store = DocumentStore.open(data, StoreOptions.DEFAULTS);
        LogWriter writer = new LogWriter(producer, topics);
        Catalog catalog = new Catalog(topics.collections(), collections, store)) {
      byte[] settings =
          SettingsCodec.encode(
              new CollectionSettings("c", "paper-v1", null, true, null, Instant.EPOCH), 1);
      collections.addRecord(
          new ConsumerRecord<>(
              CATALOG.topic(), 0, 0, "c".getBytes(StandardCharsets.UTF_8), settings));
      collections.updateEndOffsets(Map.of(CATALOG, 1L));
      catalog.readToEnd();
      catalog.load();
      catalog.start(LoadedCollections.of(store));
      TopicChanges changes =
          new TopicChanges(
              new TopicReader(documents, topics.documents()),
              writer,
              catalog,
              new CatalogWriter(catalog, topics.collections(), () -> producer, writer),
              partition -> 2,
              Clock.systemUTC());
      long created = catalog.settings("c").creation();
      append(documents, 0, new Claim(1, "one"), put(created, "a", 1), new Claim(2, "two"));
      Changes first = changes.read(null, 10, false);
      Changes end = changes.read("end", 10, false);
      assertThat(ids(first)).containsExactly("a");
      for (Changes before : List.of(first, end)) {
        append(documents, 3, put(created, "stale", 1), put(created, "b", 2));
        assertThat(ids(changes.read(before.next(), 10, false))).containsExactly("b");
      }
      append(documents, 0, put(created, "b", 2), put(created, "stale", 1));
      assertThat(ids(changes.read(null, 10, false)))
          .as("after compaction, without the claims")
          .containsExactly("b");
    }
  }

  private static LogRecord put(long created, String id, long epoch) {
    Put put = new Put("c", id, Documents.revision(id, 1, null, null, null), Documents.NOW);
    return new Written(created, put, new Stamp(epoch, 1));
  }

  private static List<String> ids(Changes changes) {
    return changes.changes().stream().map(each -> ((Put) each.event()).id()).toList();
  }

  /// The next read finds records.
  private static void append(
      MockConsumer<byte[], byte[]> documents, long offset, LogRecord... records) {
    documents.updateEndOffsets(Map.of(DOCUMENTS, offset + records.length));
    documents.schedulePollTask(() -> {
      for (int i = 0; i < records.length; i++) {
        ProducerRecord<byte[], byte[]> made = records[i].in(DOCUMENTS.topic(), 0);
        documents.addRecord(
            new ConsumerRecord<>(
                DOCUMENTS.topic(),
                0,
                offset + i,
                0,
                TimestampType.CREATE_TIME,
                0,
                0,
                made.key(),
                made.value(),
                made.headers(),
                Optional.empty()));
      }
    });
  }

  private static MockConsumer<byte[], byte[]> consumer(TopicPartition topic) {
    MockConsumer<byte[], byte[]> made = new MockConsumer<>("earliest");
    made.updateBeginningOffsets(Map.of(topic, 0L));
    made.updateEndOffsets(Map.of(topic, 0L));
    return made;
  }
}

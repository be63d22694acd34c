package io.neardup.cluster.changes;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.cluster.TestProperties;
import io.neardup.cluster.catalog.Catalog;
import io.neardup.cluster.catalog.CatalogWriter;
import io.neardup.cluster.kafka.LogWriter;
import io.neardup.cluster.kafka.TopicReader;
import io.neardup.cluster.kafka.Topics;
import io.neardup.service.collection.ChangeSource.Changes;
import io.neardup.store.StoreOptions;
import io.neardup.store.disk.DocumentStore;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.TopicPartition;
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
              Clock.systemUTC());
      Changes end = changes.read("end", 10, false);
      assertThat(end.changes()).isEmpty();
      collections.updateEndOffsets(Map.of(CATALOG, 1L));
      assertThat(changes.read(end.next(), 10, false).changes()).isEmpty();
      assertThat(changes.read(null, 10, false).changes()).hasSize(1);
    }
  }

  private static MockConsumer<byte[], byte[]> consumer(TopicPartition topic) {
    MockConsumer<byte[], byte[]> made = new MockConsumer<>("earliest");
    made.updateBeginningOffsets(Map.of(topic, 0L));
    made.updateEndOffsets(Map.of(topic, 0L));
    return made;
  }
}

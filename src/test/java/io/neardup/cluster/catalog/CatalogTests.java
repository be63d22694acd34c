package io.neardup.cluster.catalog;

import static io.neardup.Eventually.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.collection.LoadedCollections;
import io.neardup.store.CollectionSettings;
import io.neardup.store.StoreOptions;
import io.neardup.store.codec.SettingsCodec;
import io.neardup.store.disk.DocumentStore;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class CatalogTests {

  private static final TopicPartition TOPIC = new TopicPartition("catalog", 0);

  @TempDir private Path data;

  @Test
  void theCatalogIsFollowedAfterItsThreadWasInterrupted() {
    Polled consumer = new Polled();
    try (DocumentStore store = DocumentStore.open(data, StoreOptions.DEFAULTS);
        Catalog catalog = catalog(consumer, store)) {
      catalog.start(LoadedCollections.of(store));
      await().until(() -> consumer.polls.get() > 0);
      Thread.getAllStackTraces().keySet().stream()
          .filter(thread -> thread.getName().equals("catalog"))
          .forEach(Thread::interrupt);
      int before = consumer.polls.get();
      await().until(() -> consumer.polls.get() > before + 2);
      assertThat(consumer.interrupted.get()).isLessThanOrEqualTo(1);
    }
  }

  /// A record that cannot be applied must not take those after it with it.
  @Test
  void aRecordThatFailsIsAppliedAgainAndThoseAfterItAreNotLost() {
    Polled consumer = new Polled();
    try (DocumentStore store = DocumentStore.open(data, StoreOptions.DEFAULTS);
        Catalog catalog = catalog(consumer, store)) {
      consumer.addRecord(record(0, "default"));
      consumer.updateEndOffsets(Map.of(TOPIC, 3L));
      DocumentCollections loaded = LoadedCollections.of(store);
      AtomicInteger failures = new AtomicInteger();
      loaded.listen(
          new DocumentCollections.Listener() {
            @Override
            public void opened(DocumentCollection collection) {
              if (collection.name().equals("a") && failures.incrementAndGet() <= 2) {
                throw new IllegalStateException("not yet");
              }
            }

            @Override
            public void dropped(DocumentCollection collection) {}
          });
      consumer.addRecord(record(1, "a"));
      consumer.addRecord(record(2, "b"));
      catalog.start(loaded);
      await().until(() -> loaded.find("b").isPresent());
      assertThat(loaded.find("a")).isPresent();
      assertThat(failures.get()).isPositive();
      assertThat(catalog.fault()).isNull();
    }
  }

  @Test
  void aLastingFailureIsReportedAndReadAgainEverMoreRarely() throws InterruptedException {
    Polled consumer = new Polled();
    try (DocumentStore store = DocumentStore.open(data, StoreOptions.DEFAULTS);
        Catalog catalog = catalog(consumer, store)) {
      byte[] newer = {99};
      consumer.addRecord(
          new ConsumerRecord<>("catalog", 0, 0, "later".getBytes(StandardCharsets.UTF_8), newer));
      catalog.start(LoadedCollections.of(store));
      await().until(() -> catalog.fault() != null);
      assertThat(catalog.fault()).contains("'later' cannot be applied").contains("99");
      int before = consumer.polls.get();
      Thread.sleep(3_000);
      assertThat(consumer.polls.get() - before).isLessThan(6);
    }
  }

  private static Catalog catalog(Polled consumer, DocumentStore store) {
    return new Catalog("catalog", consumer, store);
  }

  private static ConsumerRecord<byte[], byte[]> record(long offset, String name) {
    CollectionSettings settings =
        new CollectionSettings(
                name, "simhash-256-v1", null, false, null, Instant.ofEpochSecond(offset + 1))
            .withCreation(0);
    return new ConsumerRecord<>(
        "catalog",
        0,
        offset,
        name.getBytes(StandardCharsets.UTF_8),
        SettingsCodec.encode(settings, 1));
  }

  /// Fails on interrupted threads as a consumer of Kafka does, which sets their flag again.
  private static final class Polled extends MockConsumer<byte[], byte[]> {

    private final List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>();
    private final AtomicInteger polls = new AtomicInteger();
    private final AtomicInteger interrupted = new AtomicInteger();

    Polled() {
      super("earliest");
      updateBeginningOffsets(Map.of(TOPIC, 0L));
    }

    @Override
    public synchronized void addRecord(ConsumerRecord<byte[], byte[]> added) {
      all.add(added);
      super.addRecord(added);
    }

    /// Records can be read again, unlike those of the superclass.
    @Override
    public synchronized void seek(TopicPartition partition, long offset) {
      super.seek(partition, offset);
      all.stream().filter(each -> each.offset() >= offset).forEach(super::addRecord);
    }

    @Override
    public synchronized ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
      if (Thread.interrupted()) {
        interrupted.incrementAndGet();
        throw new InterruptException("interrupted");
      }
      polls.incrementAndGet();
      return super.poll(timeout);
    }
  }
}

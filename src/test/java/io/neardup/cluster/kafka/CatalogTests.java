package io.neardup.cluster.kafka;

import static io.neardup.Eventually.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.service.collection.LoadedCollections;
import io.neardup.store.StoreOptions;
import io.neardup.store.disk.DocumentStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class CatalogTests {

  @TempDir private Path data;

  @Test
  void theCatalogIsFollowedAfterItsThreadWasInterrupted() {
    Polled consumer = new Polled();
    try (DocumentStore store = DocumentStore.open(data, StoreOptions.DEFAULTS);
        Catalog catalog =
            new Catalog(
                "catalog",
                consumer,
                () -> {
                  throw new IllegalStateException("nothing is changed");
                },
                store)) {
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

  /// Fails on interrupted threads as a consumer of Kafka does, which sets their flag again.
  private static final class Polled extends MockConsumer<byte[], byte[]> {

    private final AtomicInteger polls = new AtomicInteger();
    private final AtomicInteger interrupted = new AtomicInteger();

    Polled() {
      super("earliest");
      updateBeginningOffsets(Map.of(new TopicPartition("catalog", 0), 0L));
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

package io.neardup.cluster.catalog;

import io.neardup.cluster.kafka.LogRecord.End;
import io.neardup.cluster.kafka.LogWriter;
import io.neardup.cluster.kafka.SharedEnds;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.collection.CollectionBackend.SettingsChange;
import io.neardup.store.CollectionSettings;
import io.neardup.store.codec.SettingsCodec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Comparator;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Changes collection settings in the topic of a [Catalog], and lets the catalog catch up.
/// Thread-safe.
/* The end of the topic that a broker reports does not prove that all changes are known: a broker that was
suspended believes for a moment that it still leads the partition, and reports its old end. A record written
with acks=all proves it. A leader acknowledges it when all in-sync replicas have fetched it. The replicas of a
former leader fetch from the current leader, and only the controller, which knows the current leader, can remove
them from the set [1]. For the same reason a former leader does not show the record to readers. So catchUp and
every change write a marker, a record without content, and read up to it: everything acknowledged before the
call is at smaller offsets. A new Raft leader appends an empty entry for the same purpose [2].

A change writes its marker in its transaction, and decides after that. Changes by others are complete by then,
because initialising a transaction ends the previous one and fences off its writer [3].

Sources:
[1] Kafka Improvement Proposal 497, Add inter-broker API to alter ISR.
[2] Ongaro, Consensus: Bridging Theory and Practice, Stanford 2014, section 6.4.
[3] Kafka Improvement Proposal 98, Exactly Once Delivery and Transactional Messaging.
*/
public final class CatalogWriter {

  private static final Logger log = LoggerFactory.getLogger(CatalogWriter.class);
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final Duration RETRY = Duration.ofMillis(50);
  private static final Duration END_RETRY = Duration.ofSeconds(1);

  /// The shortest interval between two markers of an instance: they stay in the topic for days.
  private static final Duration MARKERS = Duration.ofMillis(100);

  /// The key of markers: no collection has an empty name.
  private static final byte[] MARKER = {};

  private final Catalog catalog;
  private final Supplier<Producer<byte[], byte[]>> producers;
  private final LogWriter writer;
  private final String topic;
  private final SharedEnds ends = new SharedEnds(this::mark);
  private volatile long markableNanos = System.nanoTime(); // no marker is written earlier

  /// @param catalog that follows the topic
  /// @param producers creates transactional producers; each fences off all earlier ones, of any
  ///   instance
  /// @param writer appends other records: markers here, and the ends of collections to the
  ///   partitions
  public CatalogWriter(
      Catalog catalog,
      String topic,
      Supplier<Producer<byte[], byte[]>> producers,
      LogWriter writer) {
    this.catalog = catalog;
    this.topic = topic;
    this.producers = producers;
    this.writer = writer;
  }

  /// Applies all changes that were acknowledged before the call. Concurrent calls share a marker.
  public void catchUp() {
    try {
      catalog.readTo(answer(ends.next()));
    } catch (KafkaException | ExecutionException | TimeoutException e) {
      log.debug("No marker in the catalog", e);
      throw Catalog.unresolved();
    }
  }

  /// @return the offset after a marker
  private CompletableFuture<Long> mark() {
    LockSupport.parkNanos(markableNanos - System.nanoTime()); // returns at once if past
    markableNanos = System.nanoTime() + MARKERS.toNanos();
    return writer.append(marker());
  }

  private ProducerRecord<byte[], byte[]> marker() {
    return new ProducerRecord<>(topic, 0, MARKER, null);
  }

  private static <T> T answer(Future<T> sent) throws ExecutionException, TimeoutException {
    try {
      return sent.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  /// Changes the settings of a collection. Numbers new collections. After it returns, no owner
  /// acknowledges further writes to a collection that was deleted or replaced.
  ///
  /// @param change receives the settings after all earlier changes
  /// @throws RequestException if the change refuses; STORAGE if it is unknown whether the change
  ///   was made, or which instances know it
  public void change(String name, SettingsChange change) {
    Made made = made(name, change);
    CompletableFuture<?> end =
        made.ends
            ? end(made.partition, new End(name, made.number))
            : CompletableFuture.completedFuture(null);
    try {
      catalog.readTo(made.number); // readers see it a little after the transaction is committed
      var _ = end.join();
    } catch (RequestException | KafkaException | CompletionException e) {
      log.debug("Collection {} was changed", name, e);
      throw new RequestException(
          Fault.STORAGE,
          "collection",
          "'" + name + "' was changed, and not all instances may know that yet");
    }
  }

  /// Appends the end of a collection. Without it, the records of the collection would stay in the
  /// log, so this is tried again until this process ends.
  ///
  /// @return the first attempt
  private CompletableFuture<Long> end(int partition, End end) {
    return writer
        .append(partition, end)
        .whenComplete((_, failure) -> {
          if (failure instanceof KafkaException) { // else the writer is closed
            log.warn(
                "The end of collection {} is not in partition {} yet",
                end.collection(),
                partition,
                failure);
            CompletableFuture.delayedExecutor(END_RETRY.toNanos(), TimeUnit.NANOSECONDS)
                .execute(() -> {
                  var _ = end(partition, end);
                });
          }
        });
  }

  /// A change.
  ///
  /// @param settings after it, null if there are none
  /// @param number the offset after its record, 0 if there is none
  /// @param ends whether a collection was deleted or replaced
  private record Made(
      @Nullable CollectionSettings settings, int partition, long number, boolean ends) {}

  /// Retries until the outcome of the change is known: brokers refuse for a moment after another
  /// transaction and after their start.
  private synchronized Made made(String name, SettingsChange change) {
    long end = System.nanoTime() + TIMEOUT.toNanos();
    Made sent = null; // by an earlier attempt, which may have been committed
    while (true) {
      try (Producer<byte[], byte[]> producer =
          producers.get()) { // closing aborts uncommitted records
        producer.initTransactions();
        producer.beginTransaction();
        catalog.readTo(answer(producer.send(marker())).offset());
        CollectionSettings present = catalog.settings(name);
        if (sent != null && Objects.equals(present, sent.settings)) {
          return sent;
        }
        int partition = present == null ? leastUsed() : present.partition();
        CollectionSettings changed = change.of(present);
        CollectionSettings next = changed == null ? null : changed.in(partition);
        if (Objects.equals(present, next)) {
          return new Made(next, partition, 0, false);
        }
        boolean kept = present != null && next != null && next.creation() == present.creation();
        byte[] value =
            next == null ? null : SettingsCodec.encode(kept ? next : next.withCreation(0), 1);
        ProducerRecord<byte[], byte[]> record =
            new ProducerRecord<>(topic, 0, name.getBytes(StandardCharsets.UTF_8), value);
        long number = answer(producer.send(record)).offset() + 1;
        sent =
            new Made(
                next == null || kept ? next : next.withCreation(number),
                partition,
                number,
                present != null && !kept);
        producer.commitTransaction();
        return sent;
      } catch (InterruptException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("stopped while a collection was changed", e);
      } catch (KafkaException | ExecutionException | TimeoutException e) {
        if (System.nanoTime() > end) {
          log.warn("Collection {} may be unchanged", name, e);
          throw new RequestException(
              Fault.STORAGE,
              "collection",
              "may be unchanged, as Kafka does not answer; read its settings, or try again");
        }
        log.debug("Trying the change of collection {} again", name, e);
      }
      LockSupport.parkNanos(RETRY.toNanos());
    }
  }

  /// The partition with the fewest collections.
  private int leastUsed() {
    int[] collections = new int[writer.partitions()];
    catalog.settings().forEach(each -> collections[each.partition()]++);
    return IntStream.range(0, collections.length)
        .boxed()
        .min(Comparator.comparingInt(each -> collections[each]))
        .orElseThrow();
  }
}

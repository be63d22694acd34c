package io.neardup.cluster.kafka;

import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.store.CollectionSettings;
import io.neardup.store.DocumentEvent;
import io.neardup.store.DocumentEvent.Clear;
import io.neardup.store.Logged;
import io.neardup.store.codec.SettingsCodec;
import io.neardup.store.disk.DocumentStore;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The settings of the collections of a cluster: a compacted topic with one record for each.
///
/// Every instance follows the topic. One instance at a time changes it: a change begins a
/// transaction, which makes those of others fail, and reads the topic to its end before it decides.
final class Catalog implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Catalog.class);
  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final Duration RETRY = Duration.ofMillis(50);

  private final TopicPartition topic;
  private final Consumer<byte[], byte[]> consumer;
  private final Supplier<Producer<byte[], byte[]>> producers;
  private final DocumentStore store;
  private final Map<String, CollectionSettings> settings = new HashMap<>(); // guarded by reading
  private final NavigableMap<Long, Clear> deletions = new TreeMap<>(); // guarded by reading
  private final ReentrantLock reading = new ReentrantLock();
  private final Object changing = new Object();
  private final Thread follower;
  private volatile @Nullable DocumentCollections collections;
  private volatile boolean closed;

  /// @param consumer of committed records, closed by this
  /// @param producers creates producers of transactions, which fence off those created before by
  ///   any instance
  Catalog(
      String topic,
      Consumer<byte[], byte[]> consumer,
      Supplier<Producer<byte[], byte[]>> producers,
      DocumentStore store) {
    this.topic = new TopicPartition(topic, 0);
    this.consumer = consumer;
    this.producers = producers;
    this.store = store;
    this.follower = Thread.ofPlatform().daemon().name("catalog").unstarted(this::follow);
    consumer.assign(List.of(this.topic));
    consumer.seekToBeginning(List.of(this.topic));
  }

  /// Makes the collections in the store those of the catalog, before they are loaded.
  void load() {
    catchUp();
    reading.lock();
    try {
      for (CollectionSettings known : store.collections().list()) {
        CollectionSettings present = settings.get(known.name());
        if (present == null || !present.createdAt().equals(known.createdAt())) {
          store.documents().removeCollection(store.collections().incarnation(known.name()));
        }
      }
      settings.values().forEach(store.collections()::put);
    } finally {
      reading.unlock();
    }
  }

  /// Applies changes from now on.
  ///
  /// @param loaded the collections
  void start(DocumentCollections loaded) {
    collections = loaded;
    follower.start();
  }

  private void follow() {
    while (!closed) {
      try {
        read();
      } catch (InterruptException | WakeupException e) {
        // Closed.
      } catch (RuntimeException e) {
        log.warn("The catalog of collections cannot be read at present", e);
      }
      pause(POLL);
      if (!closed) { // with the flag, each read would fail at once
        var _ = Thread.interrupted();
      }
    }
  }

  /// Applies all changes that were acknowledged before the call.
  void catchUp() {
    reading.lock();
    try {
      readTo(consumer.endOffsets(List.of(topic), TIMEOUT).getOrDefault(topic, 0L));
    } catch (KafkaException e) {
      throw new RequestException(
          Fault.UNAVAILABLE,
          "collection",
          "cannot be resolved, as Kafka does not answer; try again");
    } finally {
      reading.unlock();
    }
  }

  private void readTo(long end) {
    reading.lock();
    try {
      long deadline = System.nanoTime() + TIMEOUT.toNanos();
      while (consumer.position(topic) < end) {
        if (System.nanoTime() > deadline) {
          throw new RequestException(
              Fault.UNAVAILABLE, "collection", "cannot be resolved at present; try again");
        }
        poll(Duration.ofMillis(20));
      }
    } finally {
      reading.unlock();
    }
  }

  private void read() {
    reading.lock();
    try {
      poll(Duration.ZERO);
    } finally {
      reading.unlock();
    }
  }

  private static void pause(Duration time) {
    try {
      Thread.sleep(time);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void poll(Duration patience) {
    for (ConsumerRecord<byte[], byte[]> read : consumer.poll(patience)) {
      apply(read);
    }
  }

  private void apply(ConsumerRecord<byte[], byte[]> read) {
    String name = new String(read.key(), StandardCharsets.UTF_8);
    DocumentCollections loaded = collections;
    if (read.value() == null) {
      settings.remove(name);
      recordDeletion(name, read);
      if (loaded != null) {
        loaded.forget(name);
      }
    } else {
      CollectionSettings changed = SettingsCodec.decode(name, read.value()).settings();
      settings.put(name, changed);
      if (loaded != null) {
        loaded.follow(changed);
      }
    }
  }

  private void recordDeletion(String name, ConsumerRecord<byte[], byte[]> read) {
    Clear deletion = new Clear(name, 0, Instant.ofEpochMilli(read.timestamp()));
    deletions.put(read.offset(), deletion);
    Instant kept = deletion.time().minus(Topics.KEEP_DELETES);
    while (deletions.firstEntry().getValue().time().isBefore(kept)) {
      deletions.pollFirstEntry();
    }
  }

  /// Deleted collections.
  ///
  /// @param next the offset from which to continue
  /// @param more whether there are more at present
  record Deletions(List<Logged<DocumentEvent>> events, long next, boolean more) {}

  /// The collections that were deleted from an offset on, of the last [Topics#KEEP_DELETES].
  /// Includes all whose deletion was acknowledged before the call.
  Deletions deletions(long from, int max) {
    reading.lock();
    try {
      catchUp();
      List<Logged<DocumentEvent>> events = new ArrayList<>();
      for (Map.Entry<Long, Clear> each : deletions.tailMap(from, true).entrySet()) {
        if (events.size() == max) {
          return new Deletions(events, each.getKey(), true);
        }
        events.add(new Logged<>(LogRecord.position(0, each.getKey()), each.getValue()));
      }
      return new Deletions(events, consumer.position(topic), false);
    } finally {
      reading.unlock();
    }
  }

  /// Whether deletions from an offset on have been read.
  boolean hasDeletions(long from) {
    reading.lock();
    try {
      return !deletions.tailMap(from, true).isEmpty();
    } finally {
      reading.unlock();
    }
  }

  /// Changes the settings of a collection.
  ///
  /// @param changed null to delete it
  /// @param present the settings that the change is based on, null if there is none
  /// @throws RequestException CONFLICT if they have changed since
  void change(
      String name, @Nullable CollectionSettings changed, @Nullable CollectionSettings present) {
    synchronized (changing) {
      long end = System.nanoTime() + TIMEOUT.toNanos();
      for (boolean again = false; !change(name, changed, present, again, end); again = true) {
        pause(RETRY);
      }
    }
  }

  /// @param again whether this was tried before: the change may have been made then
  /// @return whether it is made; else the brokers refused, as they do for a moment after another
  ///   transaction and after their start
  private boolean change(
      String name,
      @Nullable CollectionSettings changed,
      @Nullable CollectionSettings present,
      boolean again,
      long end) {
    try (Producer<byte[], byte[]> producer = producers.get()) {
      producer.initTransactions(); // settles the transaction before
      catchUp();
      if (again && Objects.equals(settings().get(name), changed)) {
        return true;
      }
      requireUnchanged(name, present);
      producer.beginTransaction();
      Future<RecordMetadata> sent =
          producer.send(
              new ProducerRecord<>(
                  topic.topic(),
                  0,
                  name.getBytes(StandardCharsets.UTF_8),
                  changed == null ? null : SettingsCodec.encode(changed, 1)));
      producer.commitTransaction();
      // Readers see the change a little after the transaction is committed.
      readTo(sent.get().offset() + 1);
      return true;
    } catch (InterruptException | InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("stopped while a collection was changed", e);
    } catch (KafkaException | ExecutionException e) {
      if (System.nanoTime() > end) {
        throw new RequestException(
            Fault.UNAVAILABLE,
            "collection",
            "could not be changed: " + e.getMessage() + "; try again");
      }
      log.debug("The change of collection {} is tried again", name, e);
      return false;
    }
  }

  private void requireUnchanged(String name, @Nullable CollectionSettings present) {
    reading.lock();
    try {
      CollectionSettings now = settings.get(name);
      boolean same =
          now == null
              ? present == null
              : present != null && now.createdAt().equals(present.createdAt());
      if (!same) {
        throw new RequestException(
            Fault.CONFLICT,
            "collection",
            "'" + name + "' was created or deleted by another request meanwhile; try again");
      }
    } finally {
      reading.unlock();
    }
  }

  /// Whether there is a collection.
  boolean has(String name) {
    return settings().containsKey(name);
  }

  /// The settings of the collections, by name.
  Map<String, CollectionSettings> settings() {
    reading.lock();
    try {
      return new HashMap<>(settings);
    } finally {
      reading.unlock();
    }
  }

  @Override
  public void close() {
    closed = true;
    follower.interrupt();
    reading.lock();
    try {
      consumer.close();
    } finally {
      reading.unlock();
    }
  }
}

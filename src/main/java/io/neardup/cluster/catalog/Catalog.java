package io.neardup.cluster.catalog;

import io.neardup.cluster.kafka.LogRecord;
import io.neardup.cluster.kafka.Topics;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.collection.DocumentCollection;
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
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The settings of the collections of a cluster: a compacted topic with one record for each.
///
/// Every instance follows the topic. One instance at a time changes it, in a transaction that makes
/// concurrent transactions fail.
/* A collection's creation number is the offset after its record: later creations have greater numbers, whatever
clocks say, and reading the topic up to that number makes the collection known. If it is still unknown then, it
was deleted.

CatalogWriter explains how changes are made, and how all acknowledged changes become known. */
public final class Catalog implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Catalog.class);
  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final TopicPartition topic;
  private final Consumer<byte[], byte[]> consumer;
  private final DocumentStore store;
  private final Map<String, CollectionSettings> settings =
      new ConcurrentHashMap<>(); // written by this
  private final NavigableMap<Long, Clear> deletions = new TreeMap<>(); // guarded by this
  private final Thread follower;
  private volatile long next; // the offset before which all changes are applied
  private volatile @Nullable String fault;
  private volatile @Nullable DocumentCollections collections;
  private volatile boolean closed;

  /// @param consumer of committed records, closed by the catalog
  public Catalog(String topic, Consumer<byte[], byte[]> consumer, DocumentStore store) {
    this.topic = new TopicPartition(topic, 0);
    this.consumer = consumer;
    this.store = store;
    this.follower = Thread.ofPlatform().daemon().name("catalog").unstarted(this::follow);
    consumer.assign(List.of(this.topic));
    consumer.seekToBeginning(List.of(this.topic));
  }

  /// Brings the store's collections in line with the catalog as read so far, before they are
  /// loaded.
  ///
  /// @throws IllegalStateException if the topic has lost collections of the store
  public synchronized void load() {
    for (CollectionSettings known : store.collections().list()) {
      CollectionSettings present = settings.get(known.name());
      if (present == null || present.creation() != known.creation()) {
        if (known.creation() > next) {
          throw new IllegalStateException(
              "The topic "
                  + topic.topic()
                  + " has lost the collection '"
                  + known.name()
                  + "', which is in "
                  + store.path()
                  + ". Restore the topic, or delete that directory, which is a copy.");
        }
        store.documents().removeCollection(store.collections().incarnation(known.name()));
      }
    }
    settings.values().forEach(store.collections()::put);
  }

  /// Applies changes from now on.
  ///
  /// @param loaded the collections
  public synchronized void start(DocumentCollections loaded) {
    collections = loaded;
    loaded.all().stream()
        .map(DocumentCollection::name)
        .filter(name -> !settings.containsKey(name))
        .forEach(loaded::forget);
    for (CollectionSettings each : settings.values()) { // read since they were loaded
      loaded.follow(each);
      derive(loaded, each.name());
    }
    follower.start();
  }

  private void follow() {
    Duration pause = POLL;
    while (!closed) {
      try {
        poll(Duration.ZERO);
        pause = POLL;
      } catch (InterruptException | WakeupException e) {
        // Closed.
      } catch (RuntimeException e) {
        Duration longer = pause.multipliedBy(2);
        pause = longer.compareTo(LONGEST_PAUSE) < 0 ? longer : LONGEST_PAUSE;
        log.warn(
            "The catalog cannot be read; trying again in {} ms: {}",
            pause.toMillis(),
            e.toString());
        log.debug("It could not be read", e);
      }
      LockSupport.parkNanos(pause.toNanos());
      if (!closed) { // an interrupted thread's reads would fail at once
        var _ = Thread.interrupted();
      }
    }
  }

  /// Why the next change of a collection cannot be applied; null if it can.
  public @Nullable String fault() {
    return fault;
  }

  /// Applies all changes before the end that the broker reports, which may be outdated.
  public synchronized void readToEnd() {
    try {
      readTo(consumer.endOffsets(List.of(topic), TIMEOUT).getOrDefault(topic, 0L));
    } catch (KafkaException e) {
      throw unresolved();
    }
  }

  /// A collection; waits for its creation to arrive here if need be.
  ///
  /// @param created its creation number
  /// @return null if it was deleted
  /// @throws RequestException UNAVAILABLE if the catalog cannot be read that far
  public @Nullable DocumentCollection find(String name, long created) {
    try {
      readTo(created);
    } catch (KafkaException e) {
      throw unresolved();
    }
    DocumentCollections loaded = collections;
    if (loaded == null) {
      throw new RequestException(
          Fault.UNAVAILABLE,
          "collection",
          "cannot be resolved while this instance starts; try again");
    }
    return loaded.find(name).filter(found -> found.settings().creation() == created).orElse(null);
  }

  static RequestException unresolved() {
    return new RequestException(
        Fault.UNAVAILABLE,
        "collection",
        "cannot be resolved because Kafka does not answer; try again");
  }

  /// Applies all changes before an offset.
  void readTo(long end) {
    long deadline = System.nanoTime() + TIMEOUT.toNanos();
    while (next < end) {
      if (System.nanoTime() > deadline) {
        throw unresolved();
      }
      poll(Duration.ofMillis(20));
    }
  }

  /// If a record cannot be applied, it and all later records are read again.
  private synchronized void poll(Duration patience) {
    for (ConsumerRecord<byte[], byte[]> read : consumer.poll(patience)) {
      try {
        apply(read);
      } catch (RuntimeException e) {
        consumer.seek(topic, read.offset());
        String name = new String(read.key(), StandardCharsets.UTF_8);
        fault = "A change of the collection '" + name + "' cannot be applied: " + e.getMessage();
        log.debug("{}", fault, e);
        throw new RequestException(Fault.UNAVAILABLE, "collection", "cannot be resolved. " + fault);
      }
      next = read.offset() + 1;
    }
    next = consumer.position(topic);
    fault = null;
  }

  private void apply(ConsumerRecord<byte[], byte[]> read) {
    if (read.key().length == 0) {
      return;
    }
    String name = new String(read.key(), StandardCharsets.UTF_8);
    CollectionSettings present = settings.get(name);
    CollectionSettings changed =
        read.value() == null ? null : decode(name, read.value(), read.offset());
    if (changed == null || present != null && present.creation() != changed.creation()) {
      recordDeletion(name, read);
    }
    DocumentCollections loaded = collections;
    if (changed == null) {
      if (loaded != null) {
        loaded.forget(name);
      }
      settings.remove(name);
    } else {
      if (loaded != null) {
        loaded.follow(changed);
        derive(loaded, name);
      }
      settings.put(name, changed);
    }
  }

  /// Reads documents on another thread. This one must not wait for that: the thread that applies
  /// documents may wait for the catalog.
  private static void derive(DocumentCollections loaded, String name) {
    Thread.ofVirtual()
        .name("derive-" + name)
        .start(() -> {
          try {
            loaded.derive(name);
          } catch (RuntimeException e) {
            log.error("The derived data of collection '{}' could not be computed", name, e);
          }
        });
  }

  private static CollectionSettings decode(String name, byte[] value, long offset) {
    CollectionSettings read = SettingsCodec.decode(name, value).settings();
    return read.creation() == 0 ? read.withCreation(offset + 1) : read;
  }

  private void recordDeletion(String name, ConsumerRecord<byte[], byte[]> read) {
    Clear deletion = new Clear(name, Instant.ofEpochMilli(read.timestamp()));
    deletions.put(read.offset(), deletion);
    Instant kept = deletion.time().minus(Topics.KEEP_DELETES);
    while (deletions.firstEntry().getValue().time().isBefore(kept)) {
      deletions.pollFirstEntry();
    }
  }

  /// Deleted collections.
  ///
  /// @param next the offset from which to continue
  /// @param more whether there are more now
  public record Deletions(List<Logged<DocumentEvent>> events, long next, boolean more) {}

  /// The collections deleted from an offset on, within the last [Topics#KEEP_DELETES]. Includes
  /// earlier collections of a name that exists again.
  public synchronized Deletions deletions(long from, int max) {
    readToEnd();
    List<Logged<DocumentEvent>> events = new ArrayList<>();
    for (Map.Entry<Long, Clear> each : deletions.tailMap(from, true).entrySet()) {
      if (events.size() == max) {
        return new Deletions(events, each.getKey(), true);
      }
      events.add(new Logged<>(LogRecord.position(0, each.getKey()), each.getValue()));
    }
    return new Deletions(events, next, false);
  }

  /// Whether deletions from an offset on have been read.
  public synchronized boolean hasDeletions(long from) {
    return !deletions.tailMap(from, true).isEmpty();
  }

  /// The settings of a collection, null if this instance knows none.
  public @Nullable CollectionSettings settings(String name) {
    return settings.get(name);
  }

  /// The settings of the collection with a creation number, null if this instance knows none.
  ///
  /// @param creation the number
  public @Nullable CollectionSettings created(long creation) {
    return settings.values().stream()
        .filter(each -> each.creation() == creation)
        .findFirst()
        .orElse(null);
  }

  /// The settings of the collections.
  Collection<CollectionSettings> settings() {
    return settings.values();
  }

  @Override
  public void close() {
    closed = true;
    follower.interrupt();
    synchronized (this) {
      consumer.close();
    }
  }
}

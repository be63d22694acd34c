package io.neardup.cluster.ownership;

import io.neardup.cluster.kafka.LogRecord;
import io.neardup.cluster.kafka.LogRecord.Kept;
import io.neardup.cluster.kafka.LogRecord.Keyed;
import io.neardup.cluster.kafka.LogRecord.Stamp;
import io.neardup.cluster.kafka.LogRecord.Written;
import io.neardup.cluster.kafka.LogWriter;
import io.neardup.cluster.ownership.PendingAppends.Append;
import io.neardup.cluster.replica.PartitionReplica;
import io.neardup.profile.Profile;
import io.neardup.service.RequestException;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.lookup.LiveDocuments;
import io.neardup.service.write.WriteDecider;
import io.neardup.store.CollectionRecords;
import io.neardup.store.CollectionSettings;
import io.neardup.store.Incarnation;
import io.neardup.store.Position;
import io.neardup.store.StoreException;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The writes to a partition, on which its owner decides in an epoch, and which it appends to the
/// log. Thread-safe.
/* A write is appended, and acknowledged when this process has applied it from the log, valid: an owner that
was replaced can acknowledge nothing. If an append fails, its outcome is unknown; nothing more is decided until
a new claim has settled it. */
final class EpochWrites {

  private static final Logger log = LoggerFactory.getLogger(EpochWrites.class);

  private final PartitionReplica replica;
  private final LogWriter writer;
  private final CollectionRecords records;
  private final Executor completions;
  private final Clock clock;
  private final Runnable lost;
  private final AppendFaults faults;
  private final PendingAppends pending;
  private final Map<Incarnation, WriteDecider> deciding = new ConcurrentHashMap<>();

  /// The last appended change of each record that is not applied yet, but for documents, of which
  /// their deciders know; guarded by this.
  private final Map<LogRecord.Key, Long> appended = new HashMap<>();

  private final Lock sending = new ReentrantLock(); // keeps the order of decisions; taken first
  private long epoch; // 0 while nothing can be decided; guarded by this

  /// @param records of the store, as far as they are applied
  /// @param completions runs the dependent actions of writes, in order
  /// @param lost is run when an append has failed, and the epoch is over
  EpochWrites(
      PartitionReplica replica,
      LogWriter writer,
      CollectionRecords records,
      Executor completions,
      Clock clock,
      Runnable lost) {
    this.replica = replica;
    this.writer = writer;
    this.records = records;
    this.completions = completions;
    this.clock = clock;
    this.lost = lost;
    this.faults = new AppendFaults(replica.partition());
    this.pending = new PendingAppends(completions, faults::unknown, System::nanoTime);
  }

  /// The epoch in which writes can be decided now, 0 if none can.
  synchronized long epoch() {
    return epoch;
  }

  /// Begins to decide, and repeats what claims have excluded. What was appended in earlier epochs
  /// is applied or excluded.
  synchronized void begin(long next) {
    epoch = next;
    appended.clear();
    repeatExcluded();
  }

  /// Decides nothing from now on; what was appended may still be applied.
  synchronized void end() {
    epoch = 0;
  }

  /// What was appended and is not applied fails.
  void failAll() {
    pending.failAll();
  }

  /// Whether writes are decided at present. While the brokers take none for long, others are not
  /// accepted, so that they need not wait in the requests of writes to other partitions.
  synchronized boolean accepts() {
    return epoch > 0 && !pending.isStalled();
  }

  /// Appends a record.
  ///
  /// @param failed called if that fails, on a thread of its own: callers that hold a lock may wait
  ///   for that of the producer
  void send(LogRecord record, Consumer<Throwable> failed) {
    var _ =
        writer
            .append(replica.partition(), record)
            .whenComplete((position, failure) -> {
              if (failure != null) {
                Thread.ofVirtual().start(() -> failed.accept(failure));
              }
            });
  }

  /// Decides on the writes to a collection of this partition.
  ///
  /// @param settings with the number of its creation
  WriteDecider of(CollectionSettings settings, Profile profile, LiveDocuments documents) {
    long created = settings.creation();
    return deciding.computeIfAbsent(
        documents.incarnation(),
        _ ->
            new WriteDecider(
                profile,
                documents,
                (of, events, holds) ->
                    append(
                        of,
                        events.size(),
                        holds,
                        (i, stamp) -> new Written(created, events.get(i), stamp)),
                false,
                clock));
  }

  private WriteDecider of(DocumentCollection collection) {
    return of(collection.settings(), collection.profile(), collection.documents());
  }

  void forget(DocumentCollection collection) {
    deciding.remove(collection.incarnation());
  }

  /// Appends changes of what a collection has besides documents.
  ///
  /// @return completes when they are applied here
  CompletableFuture<?> append(DocumentCollection to, List<CollectionRecords.Change> changes) {
    WriteDecider _ = of(to); // so that its collection is known
    long created = to.settings().creation();
    return append(
        to.incarnation(),
        changes.size(),
        () -> true,
        (i, stamp) -> Kept.of(to.name(), created, changes.get(i), stamp));
  }

  /// @param record makes each, by its number
  private CompletableFuture<List<Position>> append(
      Incarnation collection,
      int count,
      BooleanSupplier holds,
      BiFunction<Integer, Stamp, Keyed> record) {
    if (count == 0) {
      return CompletableFuture.completedFuture(List.of());
    }
    sending.lock();
    try {
      Append append;
      List<Keyed> made;
      synchronized (this) {
        append = begin(collection, count, holds);
        made =
            IntStream.range(0, count)
                .mapToObj(i -> record.apply(i, new Stamp(epoch, append.first() + i)))
                .toList();
        made.stream()
            .filter(Kept.class::isInstance)
            .forEach(each -> appended.put(each.key(), each.stamp().sequence()));
      }
      // Without the monitor, which applying needs: the producer may wait for the brokers.
      made.forEach(each -> send(each, failure -> failed(append, failure)));
      return append.done();
    } catch (RequestException | StoreException refused) {
      return CompletableFuture.failedFuture(refused);
    } finally {
      sending.unlock();
    }
  }

  private Append begin(Incarnation collection, int count, BooleanSupplier holds) {
    if (!deciding.containsKey(collection)) {
      throw AppendFaults.deleted(collection.collection());
    }
    if (epoch == 0) {
      throw faults.notWritten("is being assigned to an instance");
    }
    if (!holds.getAsBoolean()) {
      throw faults.notWritten("could not be written just before");
    }
    return pending.add(count, holds);
  }

  private void failed(Append append, Throwable failure) {
    boolean isOver = false;
    if (failure instanceof RecordTooLargeException) { // it is certainly not in the log
      var _ = pending.fail(append, AppendFaults.tooLarge());
    } else {
      synchronized (this) {
        if (pending.fail(append, faults.unknown(failure))) {
          log.warn("Writing to partition {} failed", replica.partition(), failure);
        }
        isOver = epoch > 0;
        epoch = 0;
      }
    }
    if (isOver) {
      lost.run();
    }
    pending.settle();
  }

  /// A keyed record was applied, or left out, see [PartitionReplica.Observer].
  synchronized void applied(Keyed change, long offset, boolean counts, boolean known) {
    if (change.stamp().epoch() == epoch && epoch > 0) {
      appended.remove(change.key(), change.stamp().sequence());
      pending.applied(
          change.stamp().sequence(),
          new Position(replica.partition(), offset),
          known
              ? counts ? null : faults.unknown(null)
              : AppendFaults.deleted(change.key().collection()));
    }
    if (!counts && epoch > 0) {
      repeatExcluded();
    }
  }

  /// Appends the valid state again of what has an excluded record as its last one. Writes that have
  /// failed until now must have been completed before, as a pending write would be repeated as
  /// well.
  private void repeatExcluded() {
    completions.execute(() -> Thread.ofVirtual().start(this::repeatNow));
  }

  void repeatNow() {
    replica.excluded().forEach(this::repeat);
  }

  private void repeat(LogRecord.Key key, DocumentCollection collection) {
    try {
      if (key.kind() == LogRecord.DOCUMENT) {
        var _ = of(collection).repeat(key.name());
      } else {
        repeatKept(key, collection);
      }
    } catch (StoreException e) {
      if (!e.isOfDeletedCollection()) { // the others are repeated nevertheless
        log.error("'{}' of collection '{}' is not repeated", key.name(), key.collection(), e);
      }
    }
  }

  /// A change that is appended and not applied yet replaces the excluded record; if it fails, the
  /// next epoch repeats. What was stored before it must not be appended after it.
  private void repeatKept(LogRecord.Key key, DocumentCollection collection) {
    sending.lock();
    try {
      synchronized (this) {
        if (appended.containsKey(key)) {
          return;
        }
      }
      byte[] value = records.find(collection.incarnation(), key.kept(), key.name());
      var _ =
          append(collection, List.of(new CollectionRecords.Change(key.kept(), key.name(), value)));
    } finally {
      sending.unlock();
    }
  }
}

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
import io.neardup.service.RequestException.Fault;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.lookup.LiveDocuments;
import io.neardup.service.write.WriteDecider;
import io.neardup.store.CollectionRecords;
import io.neardup.store.CollectionSettings;
import io.neardup.store.DocumentEvent.OfDocument;
import io.neardup.store.EventLog;
import io.neardup.store.Incarnation;
import io.neardup.store.Position;
import io.neardup.store.StoreException;
import io.neardup.store.StoreException.StoreFault;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Decides on the writes to a partition while this process owns it.
///
/// A write is appended, and acknowledged once this process has read it back from the log as valid
/// and applied it: a replaced owner can acknowledge nothing. If an append fails, its outcome is
/// unknown; a new claim settles it.
public final class PartitionOwner extends OwnerTerm implements EventLog {

  private static final Logger log = LoggerFactory.getLogger(PartitionOwner.class);
  private static final long PAUSE_MILLIS = 5_000; // to wait for earlier writes

  private final CollectionRecords records;
  private final Runnable ready;
  private final Executor completions;
  private final PendingAppends pending;
  private final Clock clock;
  private final Map<Incarnation, Deciding> deciding = new ConcurrentHashMap<>();

  /// The last appended, not yet applied change of each record other than documents, which their
  /// deciders track; guarded by this.
  private final Map<LogRecord.Key, Long> appended = new HashMap<>();

  private final Lock sending = new ReentrantLock(); // keeps the order of decisions; taken first
  private int pauses; // of any collection; guarded by this

  /// @param process that this owner's claims name, see
  ///   [io.neardup.cluster.kafka.KafkaClients#process]
  /// @param records of the store, as far as they are applied
  /// @param completions runs the dependent actions of writes, in order
  /// @param ready run whenever writes can be decided again; must not block
  PartitionOwner(
      String process,
      PartitionReplica replica,
      LogWriter writer,
      CollectionRecords records,
      Executor completions,
      Clock clock,
      Runnable ready) {
    super(process, replica, writer);
    this.records = records;
    this.ready = ready;
    this.completions = completions;
    this.pending = new PendingAppends(completions, this::unknown, System::nanoTime);
    this.clock = clock;
  }

  @Override
  void begins() {
    appended.clear(); // earlier epochs' changes are applied or excluded
    ready.run();
    repeatExcluded();
  }

  @Override
  void abandons() {
    pending.failAll();
  }

  @Override
  boolean keepsLease() {
    return pauses > 0;
  }

  /// Whether writes are currently accepted. Not while the brokers have taken none for long, so that
  /// waiting writes do not hold up requests to other partitions.
  public boolean accepts() {
    return isReady() && !pending.isStalled();
  }

  /// A collection of the partition, with its decider.
  private static final class Deciding {

    private final WriteDecider writes;
    private final long created; // its creation number
    private int pauses; // guarded by the owner
    private CompletableFuture<?> last = // completes after all earlier ones; guarded by the owner
        CompletableFuture.completedFuture(null);

    private Deciding(WriteDecider writes, long created) {
      this.writes = writes;
      this.created = created;
    }
  }

  /// Refuses writes to a collection, and waits until earlier ones have been applied or have failed.
  ///
  /// @return ends the pause
  /// @throws RequestException UNAVAILABLE if earlier ones are not applied in time
  public Runnable pause(DocumentCollection collection) {
    Deciding paused = deciding(collection);
    CompletableFuture<?> last;
    synchronized (this) {
      pauses++;
      paused.pauses++;
      last = paused.last;
    }
    Runnable resume =
        () -> {
          synchronized (this) {
            pauses--;
            paused.pauses--;
          }
        };
    try {
      var _ = last.handle((_, _) -> true).orTimeout(PAUSE_MILLIS, TimeUnit.MILLISECONDS).join();
    } catch (CompletionException e) {
      resume.run();
      throw RequestException.busy(
          "Writes to '" + collection.name() + "' are still in progress; try again", 1);
    }
    return resume;
  }

  /// Decides on the writes to a collection of this partition.
  ///
  /// @param settings with its creation number
  public WriteDecider writes(
      CollectionSettings settings, Profile profile, LiveDocuments documents) {
    return deciding(settings, profile, documents).writes;
  }

  private Deciding deciding(CollectionSettings settings, Profile profile, LiveDocuments documents) {
    return deciding.computeIfAbsent(
        documents.incarnation(),
        _ ->
            new Deciding(
                new WriteDecider(profile, documents, this, false, clock), settings.creation()));
  }

  private Deciding deciding(DocumentCollection collection) {
    return deciding(collection.settings(), collection.profile(), collection.documents());
  }

  void forget(DocumentCollection collection) {
    deciding.remove(collection.incarnation());
  }

  /// A change that gets its number when it is appended.
  @FunctionalInterface
  private interface Unnumbered {

    /// @param created the collection's creation number
    Keyed record(long created, Stamp stamp);
  }

  @Override
  public CompletableFuture<List<Position>> appendLater(
      Incarnation collection, List<? extends OfDocument> events, BooleanSupplier holds) {
    return append(
        collection,
        events.stream()
            .<Unnumbered>map(event -> (created, stamp) -> new Written(created, event, stamp))
            .toList(),
        holds);
  }

  /// Appends changes to a collection's records other than documents.
  ///
  /// @return completes when they are applied here
  CompletableFuture<?> append(DocumentCollection of, List<CollectionRecords.Change> changes) {
    Deciding _ = deciding(of); // makes its creation known
    return append(
        of.incarnation(),
        changes.stream()
            .<Unnumbered>map(
                change -> (created, stamp) -> Kept.of(of.name(), created, change, stamp))
            .toList(),
        () -> true);
  }

  private CompletableFuture<List<Position>> append(
      Incarnation collection, List<Unnumbered> changes, BooleanSupplier holds) {
    if (changes.isEmpty()) {
      return CompletableFuture.completedFuture(List.of());
    }
    sending.lock();
    try {
      List<Keyed> numbered = new ArrayList<>(changes.size());
      Append append;
      synchronized (this) {
        Deciding known = known(collection);
        append = begin(known, changes.size(), holds);
        for (Unnumbered each : changes) {
          Stamp stamp = new Stamp(epoch(), append.first() + numbered.size());
          Keyed record = each.record(known.created, stamp);
          numbered.add(record);
          if (record instanceof Kept) {
            appended.put(record.key(), stamp.sequence());
          }
        }
      }
      // Outside the monitor, which applying needs: the producer may wait for the brokers.
      numbered.forEach(each -> send(each, failure -> failed(append, failure)));
      return append.done();
    } catch (RequestException | StoreException refused) {
      return CompletableFuture.failedFuture(refused);
    } finally {
      sending.unlock();
    }
  }

  private Append begin(Deciding collection, int count, BooleanSupplier holds) {
    if (!isReady()) {
      throw notWritten("is being assigned to an instance");
    }
    if (!holds.getAsBoolean()) {
      throw notWritten("could not be written just before");
    }
    if (collection.pauses > 0) {
      throw notWritten("waits for a change of the collection");
    }
    Append append = pending.add(count, holds);
    collection.last = append.done();
    return append;
  }

  private Deciding known(Incarnation incarnation) {
    Deciding known = deciding.get(incarnation);
    if (known == null) {
      throw deleted(incarnation.collection());
    }
    return known;
  }

  private static StoreException deleted(String collection) {
    return new StoreException(
        StoreFault.NO_COLLECTION,
        "'" + collection + "' was deleted after this request had begun; create it");
  }

  private RequestException notWritten(String reason) {
    return new RequestException(
        Fault.MOVED,
        "id",
        "cannot be written, as partition "
            + replica.partition()
            + " "
            + reason
            + "; nothing was written, try again");
  }

  private StoreException unknown(@Nullable Throwable cause) {
    return new StoreException(
        StoreFault.IO,
        "It is not known whether the write is stored: partition "
            + replica.partition()
            + " could not be written, or was assigned to another instance. Read the document, or"
            + " write it again.",
        cause);
  }

  private synchronized void failed(Append append, Throwable failure) {
    if (failure instanceof RecordTooLargeException) { // certainly not in the log
      var _ =
          pending.fail(
              append,
              new RequestException(
                  Fault.TOO_LARGE,
                  "id",
                  "names a document larger than an event of the cluster may be; store it"
                      + " without its text, or set max.request.size and message.max.bytes of"
                      + " Kafka"));
    } else {
      if (pending.fail(append, unknown(failure))) {
        log.warn("Writing to partition {} failed", replica.partition(), failure);
      }
      claimAnew();
    }
    pending.settle();
  }

  @Override
  public synchronized void applied(Keyed change, long offset, boolean counts, boolean known) {
    if (isReady() && change.stamp().epoch() == epoch()) {
      appended.remove(change.key(), change.stamp().sequence());
      pending.applied(
          change.stamp().sequence(),
          new Position(replica.partition(), offset),
          known ? counts ? null : unknown(null) : deleted(change.key().collection()));
    }
    if (!counts && isReady()) {
      repeatExcluded();
    }
  }

  /// Appends the valid state again where the last record of a key is excluded. Writes that failed
  /// before must have been completed, since a pending write would be repeated as well.
  private void repeatExcluded() {
    completions.execute(() -> Thread.ofVirtual().start(this::repeatNow));
  }

  void repeatNow() {
    replica.excluded().forEach(this::repeat);
  }

  private void repeat(LogRecord.Key key, DocumentCollection collection) {
    try {
      if (key.kind() == LogRecord.DOCUMENT) {
        var _ = deciding(collection).writes.repeat(key.name());
      } else {
        repeatKept(key, collection);
      }
    } catch (StoreException e) {
      if (!e.isOfDeletedCollection()) { // the others are still repeated
        log.error("'{}' of collection '{}' is not repeated", key.name(), key.collection(), e);
      }
    }
  }

  /// A change that is appended but not applied yet replaces the excluded record; if it fails, the
  /// next epoch repeats. The state stored before it must not be appended after it.
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

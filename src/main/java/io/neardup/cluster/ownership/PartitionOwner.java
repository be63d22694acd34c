package io.neardup.cluster.ownership;

import io.neardup.cluster.kafka.LogRecord;
import io.neardup.cluster.kafka.LogRecord.Claim;
import io.neardup.cluster.kafka.LogRecord.Kept;
import io.neardup.cluster.kafka.LogRecord.Keyed;
import io.neardup.cluster.kafka.LogRecord.Mark;
import io.neardup.cluster.kafka.LogRecord.Stamp;
import io.neardup.cluster.kafka.LogRecord.Written;
import io.neardup.cluster.kafka.LogWriter;
import io.neardup.cluster.ownership.PendingAppends.Append;
import io.neardup.cluster.replica.PartitionReplica;
import io.neardup.cluster.replica.PartitionReplica.FormerOwner;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Decides on the writes to a partition, while this process is its owner.
/* Before its first decision, the owner appends a claim and waits until it has applied it. Then it knows
all valid events of the log, and events of earlier owners that are appended from now on, as by one that was
paused for long, are excluded by all replicas (LogState).

A write is appended, and acknowledged when this process has applied it from the log, valid: an owner that
was replaced can acknowledge nothing. If an append fails, its outcome is unknown; a new claim settles it.

A claim carries an epoch, the fencing token: the log orders claims and writes, so replicas need no clock to
exclude the writes of an earlier epoch.

Reads are answered under a lease, see OwnerLease.

Source: terms, by which followers reject a leader that was replaced: Ongaro and Ousterhout, In Search of an
Understandable Consensus Algorithm, USENIX ATC 2014, section 5.1. */
public final class PartitionOwner implements EventLog, PartitionReplica.Observer {

  private static final Logger log = LoggerFactory.getLogger(PartitionOwner.class);

  private static final Executor LATER =
      CompletableFuture.delayedExecutor(
          500, TimeUnit.MILLISECONDS, task -> Thread.ofVirtual().start(task));

  /// Of so many claims that fail one after the other, one at least is logged: every half minute.
  private static final int REMINDER = 64;

  private final String process;
  private final PartitionReplica replica;
  private final LogWriter writer;
  private final CollectionRecords records;
  private final Runnable ready;
  private final Executor completions;
  private final PendingAppends pending;
  private final Clock clock;
  private final Map<Incarnation, Deciding> deciding = new ConcurrentHashMap<>();

  /// The last appended change of each record that is not applied yet, but for documents, of which
  /// their deciders know; guarded by this.
  private final Map<LogRecord.Key, Long> appended = new HashMap<>();

  private final Lock sending = new ReentrantLock(); // keeps the order of decisions; taken first

  private long epoch; // 0 while nothing can be decided; guarded by this
  private long
      claimed; // the epoch of the latest claim if it is of this owner, or 0; guarded by this
  private long decidesFromNanos; // when earlier leases are over; guarded by this
  private final OwnerLease lease = new OwnerLease();
  private final AtomicInteger claimFailures = new AtomicInteger(); // since the last claim
  private boolean ended; // guarded by this

  /// @param process whose claims are those of this owner, see
  ///   [io.neardup.cluster.kafka.KafkaClients#process]
  /// @param records of the store, as far as they are applied
  /// @param completions runs the dependent actions of writes, in order
  /// @param ready is run whenever writes can be decided from then on; must not wait
  PartitionOwner(
      String process,
      PartitionReplica replica,
      LogWriter writer,
      CollectionRecords records,
      Executor completions,
      Clock clock,
      Runnable ready) {
    this.process = process;
    this.records = records;
    this.ready = ready;
    this.replica = replica;
    this.writer = writer;
    this.completions = completions;
    this.pending = new PendingAppends(completions, this::unknown, System::nanoTime);
    this.clock = clock;
  }

  /// Claims the partition, on a thread of its own: a claim may wait for the brokers.
  void claim() {
    Thread.ofVirtual().start(this::sendClaim);
  }

  private void sendClaim() {
    synchronized (this) {
      if (ended) {
        return;
      }
    }
    Claim claim = new Claim(replica.epoch() + 1, process);
    send(claim, this::claimAgain);
  }

  private void send(LogRecord record, Consumer<Throwable> failed) {
    var _ =
        writer
            .append(replica.partition(), record)
            .whenComplete((position, failure) -> {
              if (failure != null) {
                // Not on this thread, for which callers that hold the lock may wait.
                Thread.ofVirtual().start(() -> failed.accept(failure));
              }
            });
  }

  private void claimAgain(Throwable failure) {
    int partition = replica.partition();
    int failures = claimFailures.incrementAndGet();
    if (failures == 1) {
      log.warn("Claiming partition {} failed and is repeated", partition, failure);
    } else if (Integer.bitCount(failures) == 1 || failures % REMINDER == 0) {
      log.warn(
          "Claiming partition {} has failed {} times and is repeated: {}",
          partition,
          failures,
          failure.toString());
    }
    LATER.execute(this::sendClaim);
  }

  /// Whether writes can be decided now.
  public synchronized boolean isReady() {
    return epoch > 0;
  }

  /// The epoch in which writes can be decided now, 0 if none can.
  synchronized long epoch() {
    return epoch;
  }

  /// Whether writes are decided at present. While the brokers take none for long, others are not
  /// accepted, so that they need not wait in the requests of writes to other partitions.
  public synchronized boolean accepts() {
    return epoch > 0 && !pending.isStalled();
  }

  /// Extends the lease in time, without waiting for it.
  public void renewLease() {
    if (lease.renews()) {
      Thread.ofVirtual().start(this::sendMark); // the buffer of the producer may be full
    }
  }

  private void sendMark() {
    long now;
    synchronized (this) {
      now = epoch;
    }
    if (now > 0) {
      send(
          Mark.now(now),
          failure ->
              log.debug(
                  "The lease of partition {} was not extended", replica.partition(), failure));
    }
  }

  /// Waits until this owner can answer reads: no other one has acknowledged a write before the call
  /// returns true.
  ///
  /// @param endNanos when to give up, by System.nanoTime
  public boolean awaitLease(long endNanos) {
    while (!holdsLease()) {
      renewLease();
      synchronized (this) {
        long left = Math.min(endNanos - System.nanoTime(), OwnerLease.REPEAT.toNanos()) / 1_000_000;
        if (epoch == 0 || left <= 0) {
          return false;
        }
        try {
          if (!holdsLease()) {
            wait(left);
          }
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return false;
        }
      }
    }
    return true;
  }

  /// Whether this owner can answer reads now.
  public boolean holdsLease() {
    return lease.isHeld();
  }

  /// A collection of the partition.
  ///
  /// @param created the number of its creation
  private record Deciding(WriteDecider writes, long created) {}

  /// Decides on the writes to a collection of this partition.
  ///
  /// @param settings with the number of its creation
  public WriteDecider writes(
      CollectionSettings settings, Profile profile, LiveDocuments documents) {
    return deciding.computeIfAbsent(
            documents.incarnation(),
            _ ->
                new Deciding(
                    new WriteDecider(profile, documents, this, false, clock), settings.creation()))
        .writes;
  }

  private WriteDecider writes(DocumentCollection collection) {
    return writes(collection.settings(), collection.profile(), collection.documents());
  }

  void forget(DocumentCollection collection) {
    deciding.remove(collection.incarnation());
  }

  @Override
  public CompletableFuture<List<Position>> appendLater(
      Incarnation collection, List<? extends OfDocument> events, BooleanSupplier holds) {
    return append(
        collection,
        events.size(),
        List.of(),
        holds,
        (created, first) ->
            IntStream.range(0, events.size())
                .<LogRecord>mapToObj(i ->
                    new Written(
                        created, events.get(i), new Stamp(first.epoch(), first.sequence() + i)))
                .toList());
  }

  /// Appends changes of what a collection has besides documents.
  ///
  /// @return completes when they are applied here
  CompletableFuture<?> append(DocumentCollection of, List<CollectionRecords.Change> changes) {
    WriteDecider _ = writes(of); // by which its creation is known
    long creation = of.settings().creation();
    return append(
        of.incarnation(),
        changes.size(),
        changes.stream().map(change -> LogRecord.Key.of(of.name(), creation, change)).toList(),
        () -> true,
        (created, first) ->
            IntStream.range(0, changes.size())
                .<LogRecord>mapToObj(i ->
                    Kept.of(
                        of.name(),
                        created,
                        changes.get(i),
                        new Stamp(first.epoch(), first.sequence() + i)))
                .toList());
  }

  /// @param kept the keys, but of documents
  /// @param records makes them with the creation of the collection, and the stamp of the first
  private CompletableFuture<List<Position>> append(
      Incarnation collection,
      int count,
      List<LogRecord.Key> kept,
      BooleanSupplier holds,
      BiFunction<Long, Stamp, List<LogRecord>> records) {
    if (count == 0) {
      return CompletableFuture.completedFuture(List.of());
    }
    sending.lock();
    try {
      long created;
      long now;
      Append append;
      synchronized (this) {
        now = epoch;
        created = created(collection);
        append = begin(count, holds);
        for (int i = 0; i < kept.size(); i++) {
          appended.put(kept.get(i), append.first() + i);
        }
      }
      // Without the monitor, which applying needs: the producer may wait for the brokers.
      records
          .apply(created, new Stamp(now, append.first()))
          .forEach(each -> send(each, failure -> failed(append, failure)));
      return append.done();
    } catch (RequestException | StoreException refused) {
      return CompletableFuture.failedFuture(refused);
    } finally {
      sending.unlock();
    }
  }

  private Append begin(int count, BooleanSupplier holds) {
    if (epoch == 0) {
      throw notWritten("is being assigned to an instance");
    }
    if (!holds.getAsBoolean()) {
      throw notWritten("could not be written just before");
    }
    return pending.add(count, holds);
  }

  /// The number by which instances distinguish a collection from others of its name.
  private long created(Incarnation incarnation) {
    Deciding known = deciding.get(incarnation);
    if (known == null) {
      throw deleted(incarnation.collection());
    }
    return known.created;
  }

  private static StoreException deleted(String collection) {
    return new StoreException(
        StoreFault.NO_COLLECTION,
        "'" + collection + "' was deleted after this request had begun; create it");
  }

  private RequestException notWritten(String reason) {
    return new RequestException(
        Fault.UNAVAILABLE,
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

  /// The outcome of a failed append is unknown. Until a new claim has settled it, nothing more is
  /// decided.
  private synchronized void failed(Append append, Throwable failure) {
    if (failure instanceof RecordTooLargeException) { // it is certainly not in the log
      var _ =
          pending.fail(
              append,
              new RequestException(
                  Fault.TOO_LARGE,
                  "id",
                  "names a document that is larger than an event of the cluster may be; store it"
                      + " without its text, or set max.request.size and message.max.bytes of"
                      + " Kafka"));
    } else {
      if (pending.fail(append, unknown(failure))) {
        log.warn("Writing to partition {} failed", replica.partition(), failure);
      }
      if (epoch > 0) {
        decideNothing();
        claim();
      }
    }
    pending.settle();
  }

  @Override
  public synchronized void claimed(Claim claim, boolean counts) {
    if (ended) {
      return;
    }
    boolean mine = claim.process().equals(process);
    if (mine && counts) {
      claimFailures.set(0);
      decideNothing();
      // What an earlier epoch appended and was not applied is excluded from here on.
      pending.failAll();
      FormerOwner former = replica.formerOwner();
      if (claimed == 0 || former.epoch() != claimed) {
        decidesFromNanos =
            former.left()
                ? System.nanoTime()
                : former.seenNanos() + OwnerLease.FORMER_LEASE.toNanos();
      }
      claimed = claim.epoch();
      begin(claimed);
    } else if (mine && claimed == 0) {
      claim();
    } else if (counts) {
      claimed = 0;
      decideNothing();
      pending.failAll();
    }
  }

  /// Begins to decide in an epoch, once the leases of earlier owners are over.
  private synchronized void begin(long claimedEpoch) {
    if (ended || claimed != claimedEpoch) {
      return;
    }
    long left = decidesFromNanos - System.nanoTime();
    if (left > 0) {
      CompletableFuture.delayedExecutor(left, TimeUnit.NANOSECONDS)
          .execute(() -> begin(claimedEpoch));
      return;
    }
    epoch = claimedEpoch;
    appended.clear(); // those of earlier epochs are applied or excluded
    ready.run();
    repeatExcluded();
  }

  private void decideNothing() {
    epoch = 0;
    lease.end();
    notifyAll();
  }

  @Override
  public synchronized void marked(Mark mark) {
    if (epoch > 0 && mark.epoch() == epoch) {
      lease.extend(mark);
      notifyAll();
    }
  }

  @Override
  public synchronized void applied(Keyed change, long offset, boolean counts, boolean known) {
    if (change.stamp().epoch() == epoch && epoch > 0) {
      appended.remove(change.key(), change.stamp().sequence());
      pending.applied(
          change.stamp().sequence(),
          new Position(replica.partition(), offset),
          known ? counts ? null : unknown(null) : deleted(change.key().collection()));
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
        var _ = writes(collection).repeat(key.name());
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

  /// Ends the ownership: what was not acknowledged fails, with an unknown outcome. The next owner
  /// need not wait for the lease, unless this one has waited for that of another.
  synchronized void end() {
    long last = epoch;
    ended = true;
    decideNothing();
    pending.failAll();
    if (last > 0) {
      Claim nobody = new Claim(last + 1, "");
      send(nobody, failure -> {});
    }
  }
}

package io.neardup.cluster.replica;

import io.neardup.cluster.kafka.LogRecord;
import io.neardup.cluster.kafka.LogRecord.Claim;
import io.neardup.cluster.kafka.LogRecord.Cleared;
import io.neardup.cluster.kafka.LogRecord.End;
import io.neardup.cluster.kafka.LogRecord.Kept;
import io.neardup.cluster.kafka.LogRecord.Keyed;
import io.neardup.cluster.kafka.LogRecord.Mark;
import io.neardup.cluster.kafka.LogRecord.Written;
import io.neardup.cluster.kafka.LogState;
import io.neardup.profile.Profile;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.lookup.LiveDocuments;
import io.neardup.store.CollectionRecords;
import io.neardup.store.DocumentEvent;
import io.neardup.store.DocumentEvent.OfDocument;
import io.neardup.store.Logged;
import io.neardup.store.PartitionStore;
import io.neardup.store.PartitionStore.Applied;
import io.neardup.store.PartitionStore.AppliedRecord;
import io.neardup.store.StoreException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/// A partition's documents in this process, on disk and in the index, built from the records of its
/// log. The owner and the standbys apply the same records in the same way.
///
/// Records may come from several threads and repeatedly: records at or before the applied position
/// are skipped.
public final class PartitionReplica {

  private final int partition;
  private final PartitionStore store;
  private final CollectionSource collections;
  private final LogState state; // guarded by this, except epochs
  private volatile @Nullable Observer observer;
  private volatile long applied;
  private long ownerSeenNanos = System.nanoTime(); // guarded by this
  private volatile FormerOwner former = new FormerOwner(0, true, ownerSeenNanos);

  /// @param collections of the cluster
  public PartitionReplica(int partition, PartitionStore store, CollectionSource collections) {
    this.partition = partition;
    this.store = store;
    this.collections = collections;
    this.state = LogState.decode(store.state(partition));
    this.applied = store.applied(partition);
  }

  /// The previous owner.
  ///
  /// @param epoch of that owner
  /// @param left whether there was none or it has left
  /// @param seenNanos a time after it sent the record that began its last lease, by System.nanoTime
  public record FormerOwner(long epoch, boolean left, long seenNanos) {}

  /// The collections of the cluster.
  @FunctionalInterface
  public interface CollectionSource {

    /// A collection; waits for its creation to arrive here if need be.
    ///
    /// @param created its creation number
    /// @return null if it was deleted
    @Nullable DocumentCollection find(String name, long created);
  }

  /// Notified of applied records, in log order.
  public interface Observer {

    /// A claim was applied.
    void claimed(Claim claim, boolean counts);

    /// A keyed record was applied or skipped.
    ///
    /// @param counts whether no later claim excludes it
    /// @param known whether its collection exists
    void applied(Keyed change, long offset, boolean counts, boolean known);

    /// A mark was applied.
    void marked(Mark mark);
  }

  public int partition() {
    return partition;
  }

  public void observe(@Nullable Observer next) {
    observer = next;
  }

  /// The owner before the one that made the latest claim.
  public FormerOwner formerOwner() {
    return former;
  }

  /// The position up to which lookups see the log, 0 for none.
  public long applied() {
    return applied;
  }

  /// The latest epoch. Takes no lock: owners call it while holding theirs.
  public long epoch() {
    return state.epoch();
  }

  /// The keys to repeat in the log, with their collections.
  public synchronized Map<LogRecord.Key, DocumentCollection> excluded() {
    Map<LogRecord.Key, DocumentCollection> found = new HashMap<>();
    for (LogRecord.Key each : state.excluded()) {
      DocumentCollection collection = collections.find(each.collection(), each.created());
      if (collection != null) {
        found.put(each, collection);
      }
    }
    return found;
  }

  /// The ends of collections that may still have records in the log.
  public synchronized List<End> ended() {
    return state.ended();
  }

  /// Applies records in offset order.
  public void apply(List<ConsumerRecord<byte[], byte[]>> records) {
    apply(records, 0, 0);
  }

  /// Applies records, unless the partition was cleared since the caller began to read them.
  ///
  /// @param from the position up to which the log must be applied
  /// @param to the log has no other records after `from` up to this position
  public void apply(List<ConsumerRecord<byte[], byte[]>> records, long from, long to) {
    try {
      applyOnce(records, from, to);
    } catch (StoreException e) {
      if (!e.isOfDeletedCollection()) {
        throw e;
      }
      applyOnce(records, from, to); // deleted meanwhile, so not found again
    }
  }

  private synchronized void applyOnce(
      List<ConsumerRecord<byte[], byte[]>> records, long from, long to) {
    if (applied < from) {
      return;
    }
    List<ReadRecord> steps = new ArrayList<>(records.size());
    long last = applied;
    try {
      for (ConsumerRecord<byte[], byte[]> raw : records) {
        long offset = LogRecord.position(partition, raw.offset()).offset();
        if (offset > last) {
          last = offset;
          steps.add(step(offset, LogRecord.read(raw)));
        }
      }
      long upTo = Math.max(last, to);
      if (upTo == applied) {
        return;
      }
      execute(steps, upTo);
      applied = upTo;
    } catch (RuntimeException e) {
      // The records will be applied again: a claim among them must not exclude records before it.
      state.restore(store.state(partition));
      throw e;
    }
    notify(steps);
    notifyAll();
  }

  /// @param collection of a change, null if it no longer exists
  private record ReadRecord(
      long offset,
      @Nullable LogRecord read,
      boolean counts,
      @Nullable DocumentCollection collection) {

    @Nullable OfDocument event() {
      return counts && collection != null && read instanceof Written change ? change.event() : null;
    }

    CollectionRecords.@Nullable Change kept() {
      return counts && collection != null && read instanceof Kept kept ? kept.change() : null;
    }
  }

  private ReadRecord step(long offset, @Nullable LogRecord read) {
    return switch (read) {
      case Claim claim -> new ReadRecord(offset, claim, claimed(claim), null);
      case Mark mark -> {
        if (mark.epoch() > 0 && mark.epoch() == epoch()) {
          ownerSeenNanos = System.nanoTime();
        }
        yield new ReadRecord(offset, mark, false, null);
      }
      case Keyed change -> {
        DocumentCollection collection =
            collections.find(change.key().collection(), change.key().created());
        boolean counts = state.apply(change, collection != null);
        yield new ReadRecord(offset, change, counts, collection);
      }
      case End end -> {
        state.end(end);
        yield new ReadRecord(offset, end, false, collections.find(end.collection(), end.number()));
      }
      case Cleared cleared -> {
        state.cleared(cleared);
        yield new ReadRecord(offset, cleared, false, null);
      }
      case null -> new ReadRecord(offset, null, false, null);
    };
  }

  /// Everything the former owner has sent until now is before this claim, so it was sent before the
  /// last of its records was applied here: its lease ends at most that much later.
  private boolean claimed(Claim claim) {
    Claim before = state.latest();
    boolean counts = state.claim(claim);
    if (counts) {
      long now = System.nanoTime();
      former = new FormerOwner(before.epoch(), before.process().isEmpty(), ownerSeenNanos);
      ownerSeenNanos = now;
    }
    return counts;
  }

  private void execute(List<ReadRecord> steps, long upTo) {
    List<Applied> events = new ArrayList<>(steps.size());
    List<AppliedRecord> records = new ArrayList<>();
    Map<DocumentCollection, AppliedDocuments> applying = new HashMap<>();
    for (ReadRecord step : steps) {
      OfDocument event = step.event();
      CollectionRecords.Change change = step.kept();
      DocumentCollection collection = step.collection;
      if (event != null && collection != null) {
        Logged<DocumentEvent> logged =
            new Logged<>(LogRecord.position(partition, step.offset - 1), event);
        events.add(new Applied(collection.incarnation(), logged));
        applying.computeIfAbsent(collection, AppliedDocuments::new).add(logged.position(), event);
      } else if (change != null && collection != null) {
        records.add(new AppliedRecord(collection.incarnation(), change));
      }
    }
    store.apply(partition, events, records, upTo, state.encode());
    applying.values().forEach(AppliedDocuments::show);
  }

  private void notify(List<ReadRecord> steps) {
    Observer now = observer;
    if (now == null) {
      return;
    }
    for (ReadRecord step : steps) {
      switch (step.read) {
        case Claim claim -> now.claimed(claim, step.counts);
        case Keyed change -> now.applied(change, step.offset, step.counts, step.collection != null);
        case Mark mark -> now.marked(mark);
        case End _, Cleared _ -> {
          // No owner waits for these records.
        }
        case null -> {
          // From a later version.
        }
      }
    }
  }

  /// Waits until the log is applied up to an offset.
  ///
  /// @return whether it was in time
  public boolean await(long offset, long nanos) {
    long end = System.nanoTime() + nanos;
    synchronized (this) {
      while (applied < offset) {
        long left = (end - System.nanoTime()) / 1_000_000;
        if (left <= 0) {
          return false;
        }
        try {
          wait(left);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return false;
        }
      }
      return true;
    }
  }

  /// Runs a step while no record is applied.
  synchronized boolean exclusively(BooleanSupplier step) {
    return step.getAsBoolean();
  }

  /// Starts or stops counting the features of a collection in the partition.
  public void countFeatures(Profile profile, LiveDocuments documents, boolean counts) {
    documents.counter().count(counts, profile, this::exclusively);
  }

  /// Removes all documents of the partition from this process.
  public synchronized void clear(Iterable<DocumentCollection> all) {
    for (DocumentCollection collection : all) {
      if (collection.settings().partition() == partition) {
        try {
          collection.documents().removeAll();
        } catch (StoreException e) {
          if (!e.isOfDeletedCollection()) {
            throw e;
          }
        }
      }
    }
    store.remove(partition);
    state.restore(new byte[0]);
    applied = 0;
  }
}

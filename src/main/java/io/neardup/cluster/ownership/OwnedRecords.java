package io.neardup.cluster.ownership;

import io.neardup.service.Awaited;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.store.CollectionRecords;
import io.neardup.store.CollectionSettings;
import io.neardup.store.Incarnation;
import io.neardup.store.StoreException;
import io.neardup.store.StoreException.StoreFault;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The records of a cluster's collections: read as far as they are applied here, changed by the
/// partition's owner. Readers in the owner's process see all changes of a call or none; if its
/// outcome is unknown, only some may have been made.
public final class OwnedRecords implements CollectionRecords {

  private final CollectionRecords stored;
  private final Function<CollectionSettings, PartitionOwner> owners;
  private final Function<String, Optional<DocumentCollection>> collections;
  private final Map<DocumentCollection, ReadWriteLock> locks =
      new WeakHashMap<>(); // guarded by itself

  /// @param stored as far as they are applied
  /// @param owners of collections, see [HostedPartitions#awaitOwner]
  /// @param collections by name
  public OwnedRecords(
      CollectionRecords stored,
      Function<CollectionSettings, PartitionOwner> owners,
      Function<String, Optional<DocumentCollection>> collections) {
    this.stored = stored;
    this.owners = owners;
    this.collections = collections;
  }

  private Optional<DocumentCollection> present(Incarnation collection) {
    return collections
        .apply(collection.collection())
        .filter(each -> each.incarnation().equals(collection));
  }

  @Override
  public void apply(Incarnation collection, List<Change> changes) {
    DocumentCollection present =
        present(collection)
            .orElseThrow(() ->
                new StoreException(
                    StoreFault.NO_COLLECTION,
                    "The collection '" + collection.collection() + "' was deleted."));
    PartitionOwner owner = owners.apply(present.settings());
    if (changes.size() == 1) {
      Awaited.of(owner.append(present, changes));
    } else { // each is a separate log record; applying may stop at any
      holding(lock(present).writeLock(), () -> Awaited.of(owner.append(present, changes)));
    }
  }

  private ReadWriteLock lock(DocumentCollection collection) {
    synchronized (locks) {
      return locks.computeIfAbsent(collection, _ -> new ReentrantReadWriteLock());
    }
  }

  private static <T> T holding(Lock lock, Supplier<T> step) {
    lock.lock();
    try {
      return step.get();
    } finally {
      lock.unlock();
    }
  }

  private <T> T read(Incarnation collection, Supplier<T> read) {
    DocumentCollection present = present(collection).orElse(null);
    return present == null ? read.get() : holding(lock(present).readLock(), read);
  }

  @Override
  public byte @Nullable [] find(Incarnation collection, Kind kind, String key) {
    return read(collection, () -> stored.find(collection, kind, key));
  }

  @Override
  public List<Stored> list(Incarnation collection, Kind kind, String after, int limit) {
    return read(collection, () -> stored.list(collection, kind, after, limit));
  }

  @Override
  public long version(Incarnation collection, Kind kind) {
    return stored.version(collection, kind);
  }
}

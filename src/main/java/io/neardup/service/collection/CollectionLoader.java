package io.neardup.service.collection;

import io.neardup.store.CollectionSettings;
import io.neardup.store.DocumentRow;
import io.neardup.store.PartitionStore;
import io.neardup.store.StoreException;
import io.neardup.store.disk.DocumentStore;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Opens all collections at start-up, loads their documents and builds their indexes. Quarantines
/// collections that cannot be used.
final class CollectionLoader {

  private final DocumentStore store;
  private final Quarantine quarantine;
  private final Map<String, DocumentCollection> opened = new HashMap<>();
  private final Map<String, QuarantinedCollection> unusable = new ConcurrentHashMap<>();

  CollectionLoader(DocumentStore store, Quarantine quarantine) {
    this.store = store;
    this.quarantine = quarantine;
  }

  /// Loads all documents, on all cores.
  ///
  /// @param opener opens a collection without its documents; null if its profile is unknown
  /// @param usual the default collection, which is created if there is none
  /// @return the usable collections by name
  /// @throws StoreException if the documents of no collection can be read, or the process must not
  ///   run without one
  Map<String, DocumentCollection> load(
      Function<CollectionSettings, @Nullable DocumentCollection> opener,
      CollectionSettings usual,
      PartitionStore.ReadProgress progress) {
    if (store.collections().find(usual.name()).isEmpty()) {
      store.collections().put(usual);
    }
    for (CollectionSettings settings : store.collections().list()) {
      DocumentCollection collection = opener.apply(settings);
      if (collection == null) {
        quarantine.add(QuarantinedCollection.withoutProfile(settings));
      } else {
        opened.put(settings.name(), collection);
      }
    }
    loadDocuments(progress);
    opened.values().removeIf(collection -> !isDerived(collection));
    return opened;
  }

  private void loadDocuments(PartitionStore.ReadProgress progress) {
    store
        .documents()
        .forEach(
            Runtime.getRuntime().availableProcessors(), this::visitor, this::damaged, progress);
    opened.values().stream()
        .filter(collection -> !unusable.containsKey(collection.name()))
        .forEach(this::requireSameProfile);
    opened.keySet().removeAll(unusable.keySet());
    try (ForkJoinPool pool = new ForkJoinPool()) {
      opened.values().forEach(collection -> collection.documents().fill(pool));
    }
    unusable.values().forEach(quarantine::add);
  }

  /// Counts the features and indexes the passages of a collection; quarantines it if it cannot be
  /// read.
  private boolean isDerived(DocumentCollection collection) {
    try {
      collection.derive();
      return true;
    } catch (StoreException e) {
      quarantine.add(
          QuarantinedCollection.damaged(collection.settings(), String.valueOf(e.getMessage())));
      return false;
    }
  }

  private void damaged(String name, StoreException failure) {
    DocumentCollection collection = opened.get(name);
    if (collection != null) {
      quarantine(
          QuarantinedCollection.damaged(
              collection.settings(), String.valueOf(failure.getMessage())));
    }
  }

  private void quarantine(QuarantinedCollection collection) {
    unusable.putIfAbsent(collection.name(), collection);
  }

  /// Fingerprints of a changed profile cannot be compared with new ones.
  private void requireSameProfile(DocumentCollection collection) {
    String name = collection.name();
    String sample = collection.profile().sample().toString();
    String known = store.collections().sample(name).orElse(null);
    if (known != null && !known.equals(sample) && collection.size() > 0) {
      quarantine(QuarantinedCollection.ofOtherProfile(collection.settings()));
    } else if (!sample.equals(known)) {
      store.collections().putSample(name, sample);
    }
  }

  private Consumer<DocumentRow> visitor() {
    return new Consumer<>() {
      private @Nullable DocumentCollection last;

      @Override
      public void accept(DocumentRow row) {
        DocumentCollection collection = last;
        if (collection == null || !collection.name().equals(row.collection())) {
          collection = opened.get(row.collection());
          last = collection;
        }
        if (collection != null) {
          load(row, collection);
        }
      }
    };
  }

  private void load(DocumentRow row, DocumentCollection collection) {
    if (row.fingerprint().bits() == collection.profile().bits()) {
      collection.documents().load(row);
    } else {
      quarantine(
          QuarantinedCollection.ofOtherWidth(
              collection.settings(), row.fingerprint().bits(), collection.profile()));
    }
  }
}

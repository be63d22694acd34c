package io.neardup.service.collection;

import io.neardup.store.DocumentRow;
import io.neardup.store.PartitionStore;
import io.neardup.store.StoreException;
import io.neardup.store.disk.DocumentStore;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Loads the documents of all collections at start-up, and builds their indexes.
final class CollectionLoader {

  private static final Logger log = LoggerFactory.getLogger(CollectionLoader.class);

  private final DocumentStore store;
  private final Map<String, DocumentCollection> opened;
  private final Map<String, QuarantinedCollection> quarantined = new ConcurrentHashMap<>();
  private final Set<String> setAside = ConcurrentHashMap.newKeySet();

  /// @param opened the collections by name; those that cannot be read are removed
  CollectionLoader(DocumentStore store, Map<String, DocumentCollection> opened) {
    this.store = store;
    this.opened = opened;
  }

  /// Loads all documents, on all cores.
  ///
  /// @return the collections that cannot be read, or whose profile has changed
  /// @throws StoreException if the documents of no collection can be read
  Map<String, QuarantinedCollection> load(PartitionStore.ReadProgress progress) {
    store
        .documents()
        .forEach(
            Runtime.getRuntime().availableProcessors(), this::visitor, this::damaged, progress);
    opened.values().stream()
        .filter(collection -> !quarantined.containsKey(collection.name()))
        .forEach(this::requireSameProfile);
    opened.keySet().removeAll(quarantined.keySet());
    try (ForkJoinPool pool = new ForkJoinPool()) {
      opened.values().forEach(collection -> collection.local().fill(pool));
    }
    return quarantined;
  }

  private void damaged(@Nullable String name, StoreException failure) {
    DocumentCollection collection = name == null ? null : opened.get(name);
    String sentence = String.valueOf(failure.getMessage());
    if (name == null && setAside.add(sentence)) {
      log.error("{} Its documents cannot be used and are set aside", sentence);
    }
    if (collection != null) {
      quarantine(QuarantinedCollection.damaged(collection.settings(), sentence));
    }
  }

  private void quarantine(QuarantinedCollection collection) {
    quarantined.putIfAbsent(collection.name(), collection);
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
    if (!row.isOfProfile(collection.settings().profile())) {
      quarantine(
          QuarantinedCollection.ofSeveralProfiles(collection.settings(), row.id(), row.profile()));
    } else if (row.bits() == collection.profile().bits()) {
      collection.local().load(row);
    } else {
      quarantine(
          QuarantinedCollection.ofOtherWidth(
              collection.settings(), row.bits(), collection.profile()));
    }
  }
}

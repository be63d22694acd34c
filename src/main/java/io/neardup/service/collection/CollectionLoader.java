package io.neardup.service.collection;

import io.neardup.store.DocumentRow;
import io.neardup.store.DocumentStore;
import io.neardup.store.PartitionStore;
import io.neardup.store.StoreException;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Loads the documents of all collections at start-up, and builds their indexes.
final class CollectionLoader {

  private final DocumentStore store;
  private final Map<String, DocumentCollection> opened;

  /// @param opened receives the collections by name
  CollectionLoader(DocumentStore store, Map<String, DocumentCollection> opened) {
    this.store = store;
    this.opened = opened;
  }

  /// Loads all documents, on all cores.
  ///
  /// @throws StoreException if they cannot be read, or a profile has changed
  void load(PartitionStore.ReadProgress progress) {
    store.documents().forEach(Runtime.getRuntime().availableProcessors(), this::visitor, progress);
    opened.values().forEach(this::requireSameProfile);
    try (ForkJoinPool pool = new ForkJoinPool()) {
      opened.values().forEach(collection -> collection.local().fill(pool));
    }
  }

  /// Fingerprints of a changed profile cannot be compared with new ones.
  private void requireSameProfile(DocumentCollection collection) {
    String name = collection.name();
    String sample = collection.profile().sample().toString();
    String known = store.collections().sample(name).orElse(null);
    if (known != null && !known.equals(sample) && collection.size() > 0) {
      throw new StoreException(
          StoreException.StoreFault.UNUSABLE_DIRECTORY,
          "The profile '"
              + collection.profile().name()
              + "' makes other fingerprints now than those that collection '"
              + name
              + "' has. Put it back under neardup.profiles, as it was; another one needs another"
              + " name, and a copy of the collection (POST /collections/"
              + name
              + "/copies) has it.");
    }
    if (!sample.equals(known)) {
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
          requireWidth(row, collection);
          collection.local().load(row);
        }
      }
    };
  }

  private static void requireWidth(DocumentRow row, DocumentCollection collection) {
    if (row.bits() != collection.profile().bits()) {
      throw new StoreException(
          StoreException.StoreFault.UNUSABLE_DIRECTORY,
          "The collection '"
              + collection.name()
              + "' has fingerprints of "
              + row.bits()
              + " bits, but its profile '"
              + collection.profile().name()
              + "' now makes them of "
              + collection.profile().bits()
              + ". Put the profile back under neardup.profiles, as it was; another one needs another"
              + " name.");
    }
  }
}

package io.neardup.service.collection;

import io.neardup.store.StoreException;
import io.neardup.store.StoreException.StoreFault;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The collections that could not be loaded at start-up, by name.
final class Quarantine {

  private static final Logger log = LoggerFactory.getLogger(Quarantine.class);

  private final CollectionBackend backend;
  private final Map<String, QuarantinedCollection> byName = new ConcurrentSkipListMap<>();

  Quarantine(CollectionBackend backend) {
    this.backend = backend;
  }

  /// Quarantines a collection.
  ///
  /// @throws StoreException if the process must not run without it
  void add(QuarantinedCollection collection) {
    String sentence =
        "The collection '"
            + collection.name()
            + "' cannot be used. "
            + collection.reason()
            + " "
            + collection.remedy();
    if (!backend.isAlone()) {
      throw new StoreException(StoreFault.UNUSABLE_DIRECTORY, sentence);
    }
    log.error("{} All other collections can be used", sentence);
    byName.put(collection.name(), collection);
  }

  /// Refuses the use of a quarantined collection.
  ///
  /// @throws io.neardup.service.RequestException QUARANTINED with the reason and the remedy
  void requireUsable(String name) {
    QuarantinedCollection unusable = byName.get(name);
    if (unusable != null) {
      throw unusable.refusal();
    }
  }

  boolean has(String name) {
    return byName.containsKey(name);
  }

  void remove(String name) {
    byName.remove(name);
  }

  List<QuarantinedCollection> list() {
    return List.copyOf(byName.values());
  }
}

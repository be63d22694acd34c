package io.neardup.service.collection;

import io.neardup.profile.Profile;
import io.neardup.profile.Profiles;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.collection.DocumentCollections.Listener;
import io.neardup.store.CollectionSettings;
import io.neardup.store.Incarnation;
import io.neardup.store.PartitionStore;
import io.neardup.store.StoreException;
import io.neardup.store.disk.DocumentStore;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.apache.commons.text.similarity.LevenshteinDistance;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The open collections by name, and their listeners.
final class OpenCollections {

  private static final int MAX_NAMES = 3; // in a refusal

  private static final Logger log = LoggerFactory.getLogger(OpenCollections.class);

  private final DocumentStore store;
  private final Profiles profiles;
  private final Quarantine quarantine;
  private final Opener opener;
  private final Object following = new Object(); // held only briefly
  private final Map<String, DocumentCollection> byName = new ConcurrentSkipListMap<>();
  private final List<Listener> listeners = new CopyOnWriteArrayList<>();

  OpenCollections(DocumentStore store, Profiles profiles, Quarantine quarantine, Opener opener) {
    this.store = store;
    this.profiles = profiles;
    this.quarantine = quarantine;
    this.opener = opener;
  }

  /// Makes a collection without loading its documents.
  interface Opener {
    DocumentCollection open(Incarnation incarnation, CollectionSettings settings, Profile profile);
  }

  void listen(Listener listener) {
    listeners.add(listener);
  }

  /// Loads all documents, see [CollectionLoader#load].
  void load(CollectionSettings usual, PartitionStore.ReadProgress progress) {
    byName.putAll(new CollectionLoader(store, quarantine).load(this::opened, usual, progress));
    byName.values().forEach(collection -> listeners.forEach(each -> each.opened(collection)));
  }

  /// A collection with these settings, without its documents; null if its profile is unknown.
  private @Nullable DocumentCollection opened(CollectionSettings settings) {
    return profiles
        .find(settings.profile())
        .map(profile ->
            opener.open(store.collections().incarnation(settings.name()), settings, profile))
        .orElse(null);
  }

  /// All of them in name order.
  List<DocumentCollection> all() {
    return List.copyOf(byName.values());
  }

  /// The collection of that name, unless it was deleted.
  Optional<DocumentCollection> find(String name) {
    return Optional.ofNullable(byName.get(name))
        .filter(collection -> store.collections().isPresent(collection.incarnation()));
  }

  /// Opens a new collection or applies changed settings. Changes of one collection arrive one after
  /// the other. [DocumentCollections#derive] computes the data derived from its documents.
  void follow(CollectionSettings settings) {
    DocumentCollection present = replaced(settings);
    synchronized (following) {
      if (present == null) {
        create(settings);
      } else if (present.equals(byName.get(settings.name()))) { // not deleted meanwhile
        store.collections().put(settings);
        present.settings(settings);
      }
    }
  }

  /// The collection whose settings change, null if it must be created. Closes one of another
  /// incarnation.
  private @Nullable DocumentCollection replaced(CollectionSettings settings) {
    synchronized (following) {
      DocumentCollection present = byName.get(settings.name());
      if (present != null && present.settings().creation() != settings.creation()) {
        forget(settings.name());
        return null;
      }
      return present;
    }
  }

  private void create(CollectionSettings settings) {
    String name = settings.name();
    Incarnation incarnation = store.collections().put(settings);
    Profile profile =
        profiles
            .find(settings.profile())
            .orElseThrow(() ->
                new StoreException(
                    StoreException.StoreFault.UNUSABLE_DIRECTORY,
                    "The collection '"
                        + name
                        + "' has a profile that this instance does not know. "
                        + QuarantinedCollection.withoutProfile(settings).remedy()));
    DocumentCollection made = opener.open(incarnation, settings, profile);
    store.collections().putSample(name, made.profile().sample().toString());
    byName.put(name, made);
    listeners.forEach(each -> each.opened(made));
  }

  /// This process starts or stops answering for the collections of a partition.
  void answering(int partition, boolean answers) {
    byName.values().stream()
        .filter(each -> each.settings().partition() == partition)
        .forEach(each ->
            listeners.forEach(listener -> {
              if (answers) {
                listener.owned(each);
              } else {
                listener.left(each);
              }
            }));
  }

  /// Closes a deleted collection and removes its remains from the store.
  void forget(String name) {
    synchronized (following) {
      DocumentCollection present = byName.remove(name);
      if (store.collections().find(name).isPresent()) {
        store.documents().removeCollection(store.collections().incarnation(name));
      }
      quarantine.remove(name);
      if (present != null) {
        listeners.forEach(each -> dropped(present, each));
      }
    }
  }

  private static void dropped(DocumentCollection collection, Listener listener) {
    try {
      listener.dropped(collection);
    } catch (RuntimeException e) { // the others must still be notified
      log.error("The deletion of collection '{}' had no effect on a part", collection.name(), e);
    }
  }

  /// The refusal of an unknown name; suggests similar names.
  ///
  /// @param names of the collections that the caller may use
  static RequestException missing(String requested, List<String> names) {
    LevenshteinDistance edits = LevenshteinDistance.getDefaultInstance();
    String nearest =
        names.stream()
            .sorted(Comparator.comparingInt(name -> edits.apply(name, requested)))
            .limit(MAX_NAMES)
            .collect(Collectors.joining(", "));
    int others = names.size() - MAX_NAMES;
    return new RequestException(
        Fault.NOT_FOUND,
        "collection",
        "must name a collection that exists: "
            + nearest
            + (others > 0 ? ", or one of " + others + " others" : "")
            + "; was '"
            + requested
            + "'");
  }
}

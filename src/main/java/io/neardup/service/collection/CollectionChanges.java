package io.neardup.service.collection;

import io.neardup.profile.Profile;
import io.neardup.service.FingerprintService;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.collection.DocumentCollections.ChangedCollection;
import io.neardup.store.CollectionSettings;
import java.time.Clock;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Changes collection settings for clients, one request at a time. Data derived from documents is
/// computed afterwards, since that may read all of them.
final class CollectionChanges {

  private final DocumentCollections collections;
  private final Quarantine quarantine;
  private final FingerprintService fingerprints;
  private final Clock clock;
  private final CollectionBackend backend;
  private final ReentrantLock changing = new ReentrantLock();

  CollectionChanges(
      DocumentCollections collections,
      Quarantine quarantine,
      FingerprintService fingerprints,
      Clock clock,
      CollectionBackend backend) {
    this.collections = collections;
    this.quarantine = quarantine;
    this.fingerprints = fingerprints;
    this.clock = clock;
    this.backend = backend;
  }

  ChangedCollection put(String name, CollectionChange change) {
    return edit(name, present -> change);
  }

  DocumentCollection change(String name, Function<CollectionSettings, CollectionChange> change) {
    return edit(
            name,
            present -> {
              if (present == null) {
                throw collections.missing(name);
              }
              return change.apply(present);
            })
        .collection();
  }

  /// @param change maps the current settings, null if there are none, to the requested ones
  private ChangedCollection edit(
      String name, Function<@Nullable CollectionSettings, CollectionChange> change) {
    AtomicBoolean created = new AtomicBoolean();
    AtomicReference<Runnable> resume = new AtomicReference<>(() -> {});
    DocumentCollection changed;
    changing.lock();
    try {
      collections.requireUsable(name);
      backend.change(
          collections,
          name,
          present -> {
            CollectionSettings next = next(name, present, change.apply(present), resume);
            created.set(present == null || next.creation() != present.creation());
            return next;
          });
      // Before it can be deleted, except by another instance of a cluster.
      changed = collections.find(name).orElseThrow(() -> deletedSince(name));
    } finally {
      resume.get().run();
      changing.unlock();
    }
    changed.derive();
    return new ChangedCollection(changed, created.get());
  }

  private static RequestException deletedSince(String name) {
    return new RequestException(
        Fault.CONFLICT,
        "collection",
        "'" + name + "' was changed, and then deleted by another request");
  }

  /// The settings after a change. An empty collection may change its profile: it is replaced.
  ///
  /// @param resume gets what ends the pause of writes to it
  private CollectionSettings next(
      String name,
      @Nullable CollectionSettings present,
      CollectionChange change,
      AtomicReference<Runnable> resume) {
    Profile profile =
        fingerprints.profile(
            change.profile() == null && present != null ? present.profile() : change.profile());
    boolean isOther = present != null && !profile.name().equals(present.profile());
    if (isOther) {
      requireEmpty(name, profile, resume); // checked before whether the other settings fit
    }
    CollectionSettings next = change.settings(name, profile, clock.instant());
    if (change.storeText()
        && !collections.storesTexts()
        && (present == null || !present.storeText())) {
      throw RequestException.invalid(
          "storeText",
          "must be false: neardup.collections.store-text=false excludes texts; set verify to"
              + " features, to verify candidates without them");
    }
    if (present == null) {
      return next;
    }
    return isOther
        ? next.withCreation(Math.max(next.creation(), present.creation() + 1))
        : next.createdAs(present);
  }

  private void requireEmpty(String name, Profile profile, AtomicReference<Runnable> resume) {
    DocumentCollection present =
        collections.find(name).orElseThrow(() -> collections.missing(name));
    resume.getAndSet(backend.pauseWrites(present)).run();
    collections.requireCurrent(present); // else this process may not know its documents
    long documents = present.documents().size();
    if (documents > 0) {
      throw new RequestException(
          Fault.CONFLICT,
          "profile",
          "cannot become "
              + profile.name()
              + ": collection '"
              + name
              + "' has "
              + documents
              + (documents == 1 ? " document" : " documents")
              + " with fingerprints of "
              + present.profile().name()
              + ", which cannot be compared with these; create another collection");
    }
  }

  void drop(String name) {
    changing.lock();
    try {
      dropAlone(name);
    } finally {
      changing.unlock();
    }
  }

  private void dropAlone(String name) {
    if (quarantine.has(name)) {
      backend.change(collections, name, present -> null);
      if (name.equals(DocumentCollections.DEFAULT)) {
        backend.change(collections, name, present -> collections.fresh());
      }
      return;
    }
    DocumentCollection _ = collections.get(name); // refuses a name that may not be used
    if (name.equals(DocumentCollections.DEFAULT)) {
      throw new RequestException(
          Fault.CONFLICT,
          "collection",
          "'"
              + DocumentCollections.DEFAULT
              + "' always exists; delete its documents, or use another collection");
    }
    backend.change(
        collections,
        name,
        present -> {
          if (present == null) {
            throw collections.missing(name);
          }
          return null;
        });
  }
}

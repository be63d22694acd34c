package io.neardup.service.collection;

import io.neardup.engine.IndexLayout;
import io.neardup.profile.Profiles;
import io.neardup.service.CollectionAccess;
import io.neardup.service.FingerprintService;
import io.neardup.store.disk.DocumentStore;
import java.time.Clock;

/// The collections of a store, with the built-in profiles, as a process has them after its start.
public final class LoadedCollections {

  private LoadedCollections() {}

  /// The collections of a store, by the clock of this machine.
  public static DocumentCollections of(DocumentStore store) {
    return of(store, Clock.systemUTC());
  }

  /// The collections of a store.
  public static DocumentCollections of(DocumentStore store, Clock clock) {
    return of(store, clock, CollectionBackend.local(store, clock));
  }

  /// The collections of a store, by the clock of this machine, with another backend.
  public static DocumentCollections of(DocumentStore store, CollectionBackend backend) {
    return of(store, Clock.systemUTC(), backend);
  }

  static DocumentCollections of(DocumentStore store, Clock clock, CollectionBackend backend) {
    Profiles profiles = new Profiles();
    DocumentCollections collections =
        new DocumentCollections(
            store,
            profiles,
            new FingerprintService(profiles),
            IndexLayout.DEFAULT::create,
            CollectionAccess.all(),
            clock,
            backend,
            true);
    collections.load();
    return collections;
  }
}

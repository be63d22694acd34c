package io.neardup.service.collection;

import io.neardup.profile.Profile;
import io.neardup.service.Peers;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.lookup.LiveDocuments;
import io.neardup.service.write.DocumentWrites;
import io.neardup.service.write.WriteDecider;
import io.neardup.store.CollectionRecords;
import io.neardup.store.CollectionSettings;
import io.neardup.store.Incarnation;
import io.neardup.store.Position;
import io.neardup.store.disk.DocumentStore;
import java.time.Clock;

/// Keeps all documents in this process.
record LocalBackend(DocumentStore store, Clock clock) implements CollectionBackend {

  @Override
  public DocumentWrites writes(
      CollectionSettings settings, Profile profile, LiveDocuments documents) {
    return new WriteDecider(profile, documents, store.log(), true, clock);
  }

  @Override
  public CollectionRecords records() {
    return store.records();
  }

  @Override
  public void change(DocumentCollections collections, String name, SettingsChange change) {
    CollectionSettings present = store.collections().find(name).orElse(null);
    CollectionSettings next = change.of(present);
    if (present != null && (next == null || next.creation() != present.creation())) {
      Incarnation incarnation = store.collections().incarnation(name);
      if (!store.log().drop(incarnation, clock.instant(), next != null)) {
        throw new RequestException(
            Fault.CONFLICT,
            "profile",
            "cannot be changed: a document was stored meanwhile; create another collection");
      }
      collections.forget(name);
    }
    if (next != null) {
      collections.follow(next);
    }
  }

  @Override
  public void catchUp() {
    // All changes are made in this process.
  }

  @Override
  public boolean answersFor(CollectionSettings collection) {
    return true;
  }

  @Override
  public void requireCurrent(CollectionSettings collection) {
    // Lookups see every write that was answered.
  }

  @Override
  public long epoch(CollectionSettings collection) {
    return 0; // no other process does
  }

  @Override
  public boolean isApplied(Position position) {
    if (store.documents().applied(position.partition()) < position.offset()) {
      throw CollectionBackend.afterTheEnd(position);
    }
    return true;
  }

  @Override
  public Peers peers() {
    return Peers.NONE;
  }

  @Override
  public boolean isAlone() {
    return true;
  }

  @Override
  public boolean isReady() {
    return true; // true once the collections are loaded
  }
}

package io.neardup.service.collection;

import io.neardup.profile.Profile;
import io.neardup.service.lookup.Documents;
import io.neardup.service.lookup.LiveDocuments;
import io.neardup.service.write.DocumentWrites;
import io.neardup.service.write.WriteDecider;
import io.neardup.store.CollectionSettings;
import io.neardup.store.Incarnation;
import io.neardup.store.PartitionStore;
import io.neardup.store.Position;
import io.neardup.store.disk.DocumentStore;
import java.time.Clock;
import org.jspecify.annotations.Nullable;

/// Keeps all documents in this process.
record LocalBackend(DocumentStore store, Clock clock) implements CollectionBackend {

  @Override
  public Documents documents(
      CollectionSettings settings, Profile profile, LiveDocuments localDocuments) {
    return localDocuments;
  }

  @Override
  public DocumentWrites writes(
      CollectionSettings settings,
      Profile profile,
      LiveDocuments localDocuments,
      Documents documents) {
    return new WriteDecider(
        profile.bits(), localDocuments, store.log(), localDocuments::apply, clock);
  }

  @Override
  public void put(
      DocumentCollections collections,
      CollectionSettings settings,
      @Nullable CollectionSettings present) {
    collections.follow(settings);
  }

  @Override
  public void drop(DocumentCollections collections, CollectionSettings present) {
    store.log().dropCollection(incarnation(present), clock.instant());
    collections.forget(present.name());
  }

  @Override
  public boolean dropIfEmpty(DocumentCollections collections, CollectionSettings present) {
    boolean dropped = store.log().dropIfEmpty(incarnation(present), clock.instant());
    if (dropped) {
      collections.forget(present.name());
    }
    return dropped;
  }

  private Incarnation incarnation(CollectionSettings present) {
    return store.collections().incarnation(present.name());
  }

  @Override
  public void catchUp() {
    // All changes are made in this process.
  }

  @Override
  public boolean isApplied(Position position) {
    PartitionStore documents = store.documents();
    return position.partition() < documents.partitions()
        && documents.applied(position.partition()) >= position.offset();
  }

  @Override
  public boolean quarantines() {
    return true;
  }

  @Override
  public boolean isReady() {
    return true; // once the collections are loaded
  }

  @Override
  public void requireWhole(String field) {
    // All documents are in this process.
  }
}

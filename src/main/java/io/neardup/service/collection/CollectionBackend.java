package io.neardup.service.collection;

import io.neardup.profile.Profile;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.lookup.Documents;
import io.neardup.service.lookup.LiveDocuments;
import io.neardup.service.write.DocumentWrites;
import io.neardup.store.CollectionSettings;
import io.neardup.store.Position;
import io.neardup.store.disk.DocumentStore;
import java.time.Clock;
import org.jspecify.annotations.Nullable;

/// How collections keep their documents and settings: in this process alone, or in a cluster of
/// which this process is an instance.
public interface CollectionBackend {

  /// Keeps all documents in a store of this process.
  static CollectionBackend local(DocumentStore store, Clock clock) {
    return new LocalBackend(store, clock);
  }

  /// What readers of a collection see.
  ///
  /// @param localDocuments its documents in this process
  Documents documents(CollectionSettings settings, Profile profile, LiveDocuments localDocuments);

  /// The writes to a collection.
  ///
  /// @param localDocuments its documents in this process
  /// @param documents what readers see
  DocumentWrites writes(
      CollectionSettings settings,
      Profile profile,
      LiveDocuments localDocuments,
      Documents documents);

  /// Creates a collection, or changes its settings, durably; then [DocumentCollections#follow] is
  /// called.
  ///
  /// @param present the settings that the change is based on, null for a new collection
  /// @throws RequestException CONFLICT if they have changed since
  void put(
      DocumentCollections collections,
      CollectionSettings settings,
      @Nullable CollectionSettings present);

  /// Deletes a collection with all its documents, durably; then [DocumentCollections#forget] is
  /// called.
  void drop(DocumentCollections collections, CollectionSettings present);

  /// Deletes a collection that has no documents, durably; then [DocumentCollections#forget] is
  /// called.
  ///
  /// @return false if it has documents
  boolean dropIfEmpty(DocumentCollections collections, CollectionSettings present);

  /// Follows changes of collections that were acknowledged before the call.
  void catchUp();

  /// Whether lookups see a position, after waiting for it if that may help.
  boolean isApplied(Position position);

  /// Refuses a request whose minimum position is not visible. On a single node every acknowledged
  /// position is visible; a position of another data directory, or from after the backup that was
  /// restored, is refused.
  ///
  /// @param position returned by a write
  /// @throws RequestException UNAVAILABLE if it has not been reached
  default void requireApplied(String position) {
    Position requested;
    try {
      requested = Position.parse(position);
    } catch (IllegalArgumentException e) {
      throw RequestException.invalid("minPosition", String.valueOf(e.getMessage()));
    }
    if (!isApplied(requested)) {
      throw new RequestException(
          Fault.UNAVAILABLE,
          "minPosition",
          "was not reached yet: '" + position + "'; try again, or leave it out");
    }
  }

  /// Whether a collection that cannot be read is set aside; otherwise the process does not start.
  boolean quarantines();

  /// Whether this process has its share of the documents.
  boolean isReady();

  /// Refuses work that needs all documents in this process.
  ///
  /// @param field of the request
  /// @throws RequestException UNSUPPORTED if others have some
  void requireWhole(String field);
}

package io.neardup.service.collection;

import io.neardup.profile.Profile;
import io.neardup.service.Peers;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.lookup.LiveDocuments;
import io.neardup.service.write.DocumentWrites;
import io.neardup.store.CollectionRecords;
import io.neardup.store.CollectionSettings;
import io.neardup.store.Position;
import io.neardup.store.disk.DocumentStore;
import java.time.Clock;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/// How collections keep their documents and settings: in this process alone, or in a cluster.
public interface CollectionBackend {

  static CollectionBackend local(DocumentStore store, Clock clock) {
    return new LocalBackend(store, clock);
  }

  /// The writes to a collection.
  ///
  /// @param documents that the writes lead to
  DocumentWrites writes(CollectionSettings settings, Profile profile, LiveDocuments documents);

  CollectionRecords records();

  /// Creates, changes, replaces or deletes a collection durably, then calls
  /// [DocumentCollections#follow] or [DocumentCollections#forget].
  ///
  /// @throws RequestException if the change refuses; CONFLICT if the collection to replace has
  ///   documents; STORAGE if it is unknown whether the change was made
  void change(DocumentCollections collections, String name, SettingsChange change);

  /// Refuses writes to a collection that is to be replaced, and waits for the answers of earlier
  /// ones. A single process need not: its [#change] checks again that there are no documents.
  ///
  /// @return ends that, once it is known whether the collection was replaced
  /// @throws RequestException if this process does not answer for the collection, or earlier writes
  ///   are not answered in time
  default Runnable pauseWrites(DocumentCollection collection) {
    return () -> {};
  }

  @FunctionalInterface
  interface SettingsChange {

    /// The next settings: with a new incarnation to replace an empty collection, null to delete the
    /// collection with its documents. May be called again if others change the settings meanwhile.
    ///
    /// @param present null if there is none
    @Nullable CollectionSettings of(@Nullable CollectionSettings present);
  }

  /// Applies all changes to collections that were acknowledged before the call.
  void catchUp();

  /// Whether this process currently answers requests for a collection. In a cluster, each
  /// collection has one instance that does.
  boolean answersFor(CollectionSettings collection);

  /// Whether the process that answered for a collection before has given it up: what it ran for the
  /// collection has not ended it.
  default boolean isHandedOver(CollectionSettings collection) {
    return false;
  }

  /// Refuses a request for a collection that this process does not answer for, or whose latest
  /// writes it may have missed.
  ///
  /// @throws RequestException UNAVAILABLE if so
  void requireCurrent(CollectionSettings collection);

  /// A number that grows with each process that takes over a collection.
  long epoch(CollectionSettings collection);

  /// The id of a job of a collection: what was chosen, and what tells the collection if need be.
  ///
  /// @param chosen by the client, or a new one; may be the id of a job of this collection, which
  ///   stays as it is
  default String jobId(CollectionSettings collection, String chosen) {
    return chosen;
  }

  /// Whether lookups see a position, after waiting for it if that may help.
  ///
  /// @throws RequestException if they will never see it
  boolean isApplied(Position position);

  /// Refuses a request whose minimum position is not visible. A single process makes every
  /// acknowledged position visible, and refuses positions from another data directory or from after
  /// the restored backup.
  ///
  /// @param position returned by a write
  /// @param searched the collections to search, one of which was written to
  /// @throws RequestException if it belongs to no such write; UNAVAILABLE if it has not been
  ///   reached
  default void requireApplied(String position, Collection<CollectionSettings> searched) {
    Position requested;
    try {
      requested = Position.parse(position);
    } catch (IllegalArgumentException e) {
      throw RequestException.invalid("minPosition", String.valueOf(e.getMessage()));
    }
    if (searched.stream().noneMatch(each -> each.partition() == requested.partition())) {
      throw RequestException.invalid(
          "minPosition",
          "is of partition "
              + requested.partition()
              + ", and '"
              + searched.iterator().next().name()
              + "' is in partition "
              + searched.iterator().next().partition()
              + ": give the position of a write to a collection that is searched; was '"
              + position
              + "'");
    }
    if (!isApplied(requested)) {
      throw new RequestException(
          Fault.UNAVAILABLE,
          "minPosition",
          "was not reached yet: '" + position + "'; try again, or leave it out");
    }
  }

  /// The refusal of a position beyond the last write of its partition.
  static RequestException afterTheEnd(Position position) {
    return RequestException.invalid(
        "minPosition",
        "is beyond the end of partition "
            + position.partition()
            + ": it comes from another data directory or cluster, or from lost writes; leave it"
            + " out. Was '"
            + position
            + "'");
  }

  Peers peers();

  /// Whether only this process has the documents. Then it quarantines unreadable collections and
  /// makes backups; in a cluster, other instances have the documents too.
  boolean isAlone();

  /// Whether this process has loaded its share of the documents.
  boolean isReady();
}

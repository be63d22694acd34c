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

/// How collections keep their documents and settings: in this process alone, or in a cluster of
/// which this process is an instance.
public interface CollectionBackend {

  static CollectionBackend local(DocumentStore store, Clock clock) {
    return new LocalBackend(store, clock);
  }

  /// The writes to a collection.
  ///
  /// @param documents that result from them
  DocumentWrites writes(CollectionSettings settings, Profile profile, LiveDocuments documents);

  CollectionRecords records();

  /// Creates, changes, replaces or deletes a collection, durably; then [DocumentCollections#follow]
  /// or [DocumentCollections#forget] is called.
  ///
  /// @throws RequestException if the change refuses; CONFLICT if a collection that is replaced has
  ///   documents; UNAVAILABLE if it is not known whether the change was made
  void change(DocumentCollections collections, String name, SettingsChange change);

  @FunctionalInterface
  interface SettingsChange {

    /// The next settings: of another creation to replace an empty collection, null to delete it
    /// with its documents. May be called several times, as others change the settings meanwhile.
    ///
    /// @param present null if there is none
    @Nullable CollectionSettings of(@Nullable CollectionSettings present);
  }

  /// Follows changes of collections that were acknowledged before the call.
  void catchUp();

  /// Whether requests for a collection are answered by this process at present; in a cluster they
  /// are answered by one instance for each collection.
  boolean answersFor(CollectionSettings collection);

  /// Refuses a request for a collection for which this process does not answer, or for which it may
  /// have missed writes.
  ///
  /// @throws RequestException UNAVAILABLE if so
  void requireCurrent(CollectionSettings collection);

  /// A number that is larger for each process that answers for a collection later than another one.
  long epoch(CollectionSettings collection);

  /// The id of a job of a collection.
  ///
  /// @param chosen by the client, or a new one
  default String jobId(CollectionSettings collection, String chosen) {
    return chosen;
  }

  /// Whether an id may be that of a job of a collection, as far as ids tell.
  default boolean mayBeJobOf(CollectionSettings collection, String id) {
    return true;
  }

  /// Whether lookups see a position, after waiting for it if that may help.
  ///
  /// @throws RequestException if they will never see it
  boolean isApplied(Position position);

  /// Refuses a request whose minimum position is not visible. In a single process every
  /// acknowledged position is visible; a position of another data directory, or from after the
  /// backup that was restored, is refused.
  ///
  /// @param position returned by a write
  /// @param searched the collections, one of which was written to
  /// @throws RequestException if it is of no such write; UNAVAILABLE if it has not been reached
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
              + ": it must be of a write to a collection that is searched; was '"
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

  /// The refusal of a position after the last write of its partition.
  static RequestException afterTheEnd(Position position) {
    return RequestException.invalid(
        "minPosition",
        "is after the end of partition "
            + position.partition()
            + ": it is of another data directory or cluster, or of writes that were lost; leave it"
            + " out. Was '"
            + position
            + "'");
  }

  Peers peers();

  /// Whether the documents are in this process alone. Then a collection that cannot be read is set
  /// aside, and backups are made here; in a cluster, others have the documents.
  boolean isAlone();

  /// Whether this process has its share of the documents.
  boolean isReady();
}

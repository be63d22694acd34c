package io.neardup.store;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// The current documents, built from the events of one log in a single process, or of one log per
/// partition in a cluster.
///
/// Methods with a collection fail with a [StoreException] after it was deleted: SUPERSEDED if it
/// was created again, else NO_COLLECTION.
public interface PartitionStore {

  /// Applies the events and record changes of a log, and stores how far it was read. On disk after
  /// the next [#sync]; a crash rolls documents, records, position and state back to one earlier
  /// moment. Skips deleted collections.
  ///
  /// @param events in offset order, all after the applied position
  /// @param records in log order
  /// @param upTo the new applied position, not before the last event
  /// @param state of the log's reader, returned by [#state]
  void apply(int log, List<Applied> events, List<AppliedRecord> records, long upTo, byte[] state);

  record AppliedRecord(Incarnation collection, CollectionRecords.Change change) {}

  record Applied(Incarnation collection, Logged<DocumentEvent> logged) {}

  /// The state of a log's reader, empty if none was recorded.
  byte[] state(int log);

  /// Writes all applied events to disk.
  void sync();

  /// The offset of the last applied event of a log, 0 if there is none.
  long applied(int log);

  /// Removes everything applied from a log: the contents of its collections, and its position.
  void remove(int log);

  /// Removes a collection and its documents without an event in the log.
  void removeCollection(Incarnation collection);

  /// The document with that id, without its text.
  default Optional<Document> find(Incarnation collection, String id) {
    return findAll(collection, List.of(id), false).getFirst();
  }

  /// The documents with these ids, in the same order. Cheaper than one by one.
  List<Optional<Document>> findAll(Incarnation collection, List<String> ids, boolean withTexts);

  Optional<String> text(Incarnation collection, String id);

  /// The length of a document's stored text or features, in bytes; 0 if it has neither.
  int contentBytes(Incarnation collection, String id);

  /// The next documents of a collection after an id, without their texts, ordered by the UTF-8
  /// bytes of their ids.
  ///
  /// @param afterId the last id of the previous page, "" for the first page
  /// @param limit the maximum number; a page that reaches [ChangePage#MAX_CHARS] has fewer
  List<Document> list(Incarnation collection, String afterId, int limit);

  /// The ids of the next documents, as in [#list].
  List<String> listIds(Incarnation collection, String afterId, int limit);

  /// The documents of some collections that expired before a time; may include documents deleted
  /// since.
  List<Expired> expired(Instant before, int max, Predicate<Incarnation> collections);

  /// Reads all documents in parallel, to build the index in memory. Unreadable documents in one
  /// collection do not affect the others.
  ///
  /// @param threads the number of reading threads
  /// @param visitors one for each thread; the row is only valid during the call
  /// @param damages receives the name of such a collection and the failure, possibly several times,
  ///   on any thread; the rest of its documents may not be read
  /// @param progress called periodically by any thread
  void forEach(
      int threads,
      Supplier<Consumer<DocumentRow>> visitors,
      BiConsumer<String, StoreException> damages,
      ReadProgress progress);

  record Expired(Incarnation collection, String id, Instant expiresAt) {}

  @FunctionalInterface
  interface ReadProgress {

    /// Called after a number of documents.
    ///
    /// @param done number of documents read
    /// @param estimated approximate number of all documents
    void at(long done, long estimated);
  }
}

package io.neardup.store;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// The present documents, which result from the events of logs: of one in a single process, in a
/// cluster of one for each partition.
///
/// Methods with a collection fail with a [StoreException] once it was deleted: SUPERSEDED if it was
/// created again, else NO_COLLECTION.
public interface PartitionStore {

  /// Applies events and changes of records of a log, and stores how far it was read. On disk after
  /// the next [#sync]; after a crash, documents, records, position and state are those of one
  /// earlier moment. What is of collections that were deleted is left out.
  ///
  /// @param events in the order of their offsets, all after the applied position
  /// @param records in the order of the log
  /// @param upTo the new applied position, at least that of the last event
  /// @param state of the reader of the log, returned by [#state]
  void apply(int log, List<Applied> events, List<AppliedRecord> records, long upTo, byte[] state);

  record AppliedRecord(Incarnation collection, CollectionRecords.Change change) {}

  record Applied(Incarnation collection, Logged<DocumentEvent> logged) {}

  /// The state of the reader of a log, empty if none was recorded.
  byte[] state(int log);

  /// Writes all applied events to disk.
  void sync();

  /// The offset of the last event of a log that was applied, 0 if there was none.
  long applied(int log);

  /// Removes what was applied from a log: the contents of its collections, and its position.
  void remove(int log);

  /// Removes a collection and its documents, without an event in the log.
  void removeCollection(Incarnation collection);

  /// The document of that id, without its text.
  default Optional<Document> find(Incarnation collection, String id) {
    return findAll(collection, List.of(id), false).getFirst();
  }

  /// The documents of these ids, in the same order. Cheaper than one by one.
  List<Optional<Document>> findAll(Incarnation collection, List<String> ids, boolean withTexts);

  Optional<String> text(Incarnation collection, String id);

  /// The length of the stored text of a document, or of its features, in bytes; 0 if it has none.
  int contentBytes(Incarnation collection, String id);

  /// The next documents of a collection after an id, without their texts, in the order of the UTF-8
  /// of their ids.
  ///
  /// @param afterId the last id of the page before, or "" for the first page
  /// @param limit the maximum number; with more than [ChangePage#MAX_CHARS] there are fewer
  List<Document> list(Incarnation collection, String afterId, int limit);

  /// The ids of the next documents, as in [#list].
  List<String> listIds(Incarnation collection, String afterId, int limit);

  /// The documents of some collections that expired before a time, possibly including some deleted
  /// since.
  List<Expired> expired(Instant before, int max, Predicate<Incarnation> collections);

  /// Reads all documents in parallel, to build the index in memory. A collection with unreadable
  /// documents does not end the reading of others.
  ///
  /// @param threads the number of reading threads
  /// @param visitors one for each thread; the row is only valid during the call
  /// @param damages receives its name and the failure, possibly several times, on any thread; the
  ///   rest of its documents may not be read
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

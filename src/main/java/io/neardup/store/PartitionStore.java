package io.neardup.store;

import io.neardup.store.DocumentEvent.Put;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// The present documents, which result from the events of the log, by partition.
public interface PartitionStore {

  /// The number of partitions.
  int partitions();

  /// The partition of a document.
  int partition(String id);

  /// Applies events of another log, durably when it returns. Events at or before the applied
  /// position of their partition are skipped, so that a log can be replayed from any position.
  ///
  /// @param events of one partition in the order of their offsets; partitions may be mixed
  void apply(List<Logged<DocumentEvent>> events);

  /// Applies events of one partition and records how far its log was read. On disk after the next
  /// [#sync]; after a crash, documents, position and state are those of one earlier moment.
  ///
  /// @param events in the order of their offsets, all after the applied position
  /// @param upTo the new applied position, at least that of the last event
  /// @param state of the reader of the log, returned by [#state]
  void apply(int partition, List<Logged<DocumentEvent>> events, long upTo, byte[] state);

  /// The state of the reader of a partition's log, empty if none was recorded.
  byte[] state(int partition);

  /// Writes all applied events to disk.
  void sync();

  /// The offset of the last event that was applied to a partition, 0 if there was none.
  long applied(int partition);

  /// Removes the contents of a partition, its log entries and its applied position.
  void remove(int partition);

  /// Removes a collection and its documents, without an event in the log.
  void removeCollection(String name);

  /// The document of that id, without its text.
  Optional<Logged<Put>> find(String collection, String id);

  /// The documents of these ids, without their texts, in the same order. Cheaper than one by one.
  List<Optional<Logged<Put>>> findAll(String collection, List<String> ids);

  /// The text of a document, if it is stored.
  Optional<String> text(String collection, String id);

  /// The next documents of a collection after an id, without their texts, in the order of the UTF-8
  /// of their ids.
  ///
  /// @param afterId the last id of the page before, or "" for the first page
  default List<Logged<Put>> list(String collection, String afterId, int limit) {
    return list(collection, afterId, limit, false);
  }

  /// The same, with their texts if requested.
  List<Logged<Put>> list(String collection, String afterId, int limit, boolean withTexts);

  /// The documents that expired before a time, possibly including some deleted since.
  List<Expired> expired(Instant before, int max);

  /// Reads all documents in parallel, to build the index in memory.
  ///
  /// @param threads the number of reading threads
  /// @param visitors one for each thread; the row is only valid during the call
  /// @param progress called periodically by any thread
  /// @throws StoreException DAMAGED if some cannot be read
  void forEach(int threads, Supplier<Consumer<DocumentRow>> visitors, ReadProgress progress);

  /// An expired document.
  record Expired(String collection, String id, Instant expiresAt) {}

  /// Receives the progress of reading.
  @FunctionalInterface
  interface ReadProgress {

    /// Called after a number of documents.
    ///
    /// @param done number of documents read
    /// @param estimated approximate number of all documents
    void at(long done, long estimated);
  }
}

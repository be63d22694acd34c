package io.neardup.store;

import io.neardup.store.DocumentEvent.Put;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// The documents as the events of the log left them, partition by partition.
public interface PartitionStore {

  /// How many partitions there are.
  int partitions();

  /// The partition of a document.
  int partition(String id);

  /// Applies events of another log, durably when it returns. Events at or before the applied
  /// position of their partition are passed over, so that a log can be read again from anywhere.
  ///
  /// @param events of one partition in the order of their offsets; partitions may be mixed
  void apply(List<Logged<DocumentEvent>> events);

  /// The offset of the last event that was applied to a partition, 0 if there was none.
  long applied(int partition);

  /// Removes everything of a partition and its applied position. Nothing of it is in the log any
  /// more.
  void remove(int partition);

  /// The document of that id, without its text.
  Optional<Logged<Put>> find(String collection, String id);

  /// The documents of these ids, without their texts, in the same order. Cheaper than one by one.
  List<Optional<Logged<Put>>> findAll(String collection, List<String> ids);

  /// The text of a document, if it was kept.
  Optional<String> text(String collection, String id);

  /// The next documents of a collection after an id, without their texts, in the order of the UTF-8
  /// of their ids.
  ///
  /// @param afterId the last id of the page before, or "" for the first page
  List<Logged<Put>> list(String collection, String afterId, int limit);

  /// The documents that expired before a time, some of which the caller may have deleted since.
  List<Expired> expired(Instant before, int max);

  /// Reads all documents, in parallel: what an index in memory is made of.
  ///
  /// @param threads how many read at once
  /// @param visitors one for each thread; the row is only valid during the call
  /// @param progress called by any thread from time to time, with how many were read
  /// @throws StoreException DAMAGED if some cannot be read
  void forEach(int threads, Supplier<Consumer<DocumentRow>> visitors, Progress progress);

  /// A document whose time is over.
  record Expired(String collection, String id, Instant expiresAt) {}

  /// Hears how far reading has come.
  @FunctionalInterface
  interface Progress {

    /// Some were read.
    ///
    /// @param done how many documents were read
    /// @param estimated about how many there are in all
    void at(long done, long estimated);
  }
}

package io.neardup.store;

import java.time.Instant;
import java.util.List;

/// The log, which orders events. Appending an event also applies it to the documents in the same
/// commit.
public interface DocumentLog extends EventLog {

  /// Appends events of existing collections, and waits until they are on disk.
  ///
  /// @throws StoreException if they were not stored
  List<Position> append(List<? extends DocumentEvent> events);

  /// Deletes a collection with all its documents.
  ///
  /// @param time of the deletion
  /// @param ifEmpty whether to keep it if it has documents, including writes in progress
  /// @return whether it was deleted
  /// @throws StoreException NO_COLLECTION or SUPERSEDED if it was deleted before
  boolean drop(Incarnation collection, Instant time, boolean ifEmpty);

  /// The cursor of a new client that reads all current documents, then later changes.
  ChangeCursor start();

  /// The cursor of a client that reads later changes only.
  ChangeCursor end();

  /// The next changes.
  ///
  /// @param max approximate maximum number of changes
  /// @param withTexts whether to include stored texts
  /// @throws StoreException TOO_FAR_BEHIND if deletes that the client has not seen were compacted;
  ///   OTHER_HISTORY if the cursor belongs to another history
  ChangePage read(ChangeCursor cursor, int max, boolean withTexts);

  /// Waits for an event after a cursor, but no longer than `millis`.
  void await(ChangeCursor cursor, long millis) throws InterruptedException;

  /// Compacts the log: removes the entries of replaced revisions and of old deletes. Each call
  /// continues where the last one ended. After a pass, calls read nothing until there may be enough
  /// to remove; then the next pass begins.
  ///
  /// @param maxEntries approximate number of entries to scan in this step
  /// @return the number of removed entries
  int compact(Instant now, int maxEntries);
}

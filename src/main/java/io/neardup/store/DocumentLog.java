package io.neardup.store;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// The log, which orders events. Appending an event also applies it to the documents, in the same
/// commit.
public interface DocumentLog {

  /// Appends events, all of them or none. The future completes when they are on disk and visible.
  ///
  /// Appends of one thread keep their order. Concurrent appends share one sync, as do appends of
  /// one thread that does not wait for them. Blocks while too many bytes wait to be written.
  /// Dependent actions of the future run on the committing thread and must be short.
  ///
  /// @param answer to store for repetitions of the same request, null without an idempotency key
  /// @return one position for each event, or fails with a [StoreException]
  CompletableFuture<List<Position>> appendLater(
      List<? extends DocumentEvent> events, @Nullable Answer answer);

  /// Appends events and waits until they are on disk.
  ///
  /// @throws StoreException if they were not stored
  List<Position> append(List<? extends DocumentEvent> events);

  /// Deletes a collection with all its documents.
  ///
  /// @param time of the deletion
  /// @return one position for each partition
  /// @throws StoreException NO_COLLECTION if it does not exist
  List<Position> dropCollection(String name, Instant time, @Nullable String requestId);

  /// The cursor of a new client that reads all present documents, then later changes.
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

  /// Compacts the log: removes entries of replaced revisions, and deletes that are old enough. Each
  /// call continues where the last one ended, and at the front again after the end of the log.
  ///
  /// @param maxEntries approximate number of entries to scan in this step
  /// @return the number of removed entries
  int compact(Instant now, int maxEntries);

  /// The answer to a request with an idempotency key.
  ///
  /// @param key the hash of the idempotency key
  /// @param time of the answer
  /// @param chars its approximate number of characters
  /// @param text the answer
  record Answer(ContentHash key, Instant time, int chars, AnswerText text) {

    /// An answer that does not depend on positions.
    public Answer(ContentHash key, Instant time, String text) {
      this(key, time, text.length(), last -> text);
    }
  }

  /// The text of an answer that is stored with the events.
  @FunctionalInterface
  interface AnswerText {

    /// Makes the text, on the thread that commits.
    ///
    /// @param last the position of the last event, null if there are none
    String of(@Nullable Position last);
  }
}

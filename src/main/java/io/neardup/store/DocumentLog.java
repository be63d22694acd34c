package io.neardup.store;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// The order in which events happen. What was appended is applied to the documents in the same
/// step.
public interface DocumentLog {

  /// Appends events, all of them or none. Done once they are on disk and can be read.
  ///
  /// Appends of one thread keep their order. Several threads, and appends that wait for each other
  /// in the same thread, share one sync. Blocks while too much is waiting to be written. What
  /// depends on the answer runs on the thread that commits: keep it short.
  ///
  /// @param answer what to say if the same request comes again, null if it has no key
  /// @return one position for each event, or fails with a [StoreException]
  CompletableFuture<List<Position>> appendLater(
      List<? extends DocumentEvent> events, @Nullable Answer answer);

  /// Appends events and waits until they are on disk.
  ///
  /// @throws StoreException if they were not stored
  List<Position> append(List<? extends DocumentEvent> events);

  /// Removes a collection with all its documents.
  ///
  /// @param time when
  /// @return one position for each partition
  /// @throws StoreException NO_COLLECTION if there is none
  List<Position> dropCollection(String name, Instant time, @Nullable String requestId);

  /// Where a new follower begins: it gets all documents there are, then what happens to them.
  ChangeCursor start();

  /// Where a follower begins who only wants what happens from now on.
  ChangeCursor end();

  /// The next changes.
  ///
  /// @param max about how many at most
  /// @param withTexts whether kept texts are wanted
  /// @throws StoreException TOO_FAR_BEHIND if deletes that the follower has not seen were
  ///   forgotten; OTHER_HISTORY if the cursor is of another one
  ChangePage read(ChangeCursor cursor, int max, boolean withTexts);

  /// Removes from the log what no follower needs: entries of revisions that were replaced, and
  /// deletes that are old enough. Goes through the log piece by piece, from the front again after
  /// its end.
  ///
  /// @param maxEntries about how many to look at in this step
  /// @return how many were removed
  int compact(Instant now, int maxEntries);

  /// What was answered to a request.
  ///
  /// @param key the hash of the idempotency key
  /// @param time when
  /// @param chars about how many characters it has
  /// @param text the answer
  record Answer(ContentHash key, Instant time, int chars, AnswerText text) {

    /// An answer that does not depend on where the events are.
    public Answer(ContentHash key, Instant time, String text) {
      this(key, time, text.length(), last -> text);
    }
  }

  /// The text of an answer that is kept with the events.
  @FunctionalInterface
  interface AnswerText {

    /// The text, on the thread that commits.
    ///
    /// @param last where the last of the events is, null if there are none
    String of(@Nullable Position last);
  }
}

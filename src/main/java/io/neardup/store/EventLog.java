package io.neardup.store;

import io.neardup.store.DocumentEvent.OfDocument;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// A log to which events are appended in the order of decisions.
public interface EventLog {

  /// Appends events, all of them or none. The future completes when they are durable and visible.
  ///
  /// Appends of one thread keep their order. Concurrent appends share one sync, as do appends of
  /// one thread that does not wait for them. Blocks while too many bytes wait to be written.
  /// Dependent actions of the future run on the committing thread and must be short.
  ///
  /// @param collection of the events
  /// @param answer to store for repetitions of the same request, null without an idempotency key
  /// @param holds whether the decision on the events still holds, as it may not when earlier events
  ///   have failed: they are then not appended
  /// @return one position for each event, or fails with a [StoreException]: SUPERSEDED or
  ///   NO_COLLECTION if the collection was deleted
  CompletableFuture<List<Position>> appendLater(
      Incarnation collection,
      List<? extends OfDocument> events,
      @Nullable Answer answer,
      BooleanSupplier holds);

  /// The answer to a request with an idempotency key.
  ///
  /// @param key the hash of the idempotency key
  /// @param time of the answer
  /// @param chars its approximate number of characters
  /// @param text the answer
  record Answer(ContentHash key, Instant time, int chars, AnswerText text) {}

  /// The text of an answer that is stored with the events.
  @FunctionalInterface
  interface AnswerText {

    /// Makes the text, on the thread that commits.
    ///
    /// @param last the position of the last event, null if there are none
    String of(@Nullable Position last);
  }
}

package io.neardup.store;

import io.neardup.store.DocumentEvent.OfDocument;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

/// A log to which events are appended in decision order.
public interface EventLog {

  /// Appends events, all of them or none. The future completes when they are durable and visible.
  ///
  /// Appends of one thread keep their order. Concurrent appends share one sync; so do appends of
  /// one thread that does not wait in between. Blocks while too many bytes wait to be written.
  /// Dependent actions of the future run on the committing thread and must be short.
  ///
  /// @param collection of the events
  /// @param holds whether the decision on the events still holds; it may not if earlier events
  ///   failed, and then they are not appended
  /// @return one position for each event, or fails with a [StoreException]: SUPERSEDED or
  ///   NO_COLLECTION if the collection was deleted
  CompletableFuture<List<Position>> appendLater(
      Incarnation collection, List<? extends OfDocument> events, BooleanSupplier holds);
}

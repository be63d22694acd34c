package io.neardup.service.write;

import io.neardup.index.StopSignal;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.store.Document;
import io.neardup.store.DocumentEvent.OfDocument;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.Logged;
import io.neardup.store.Position;
import io.neardup.store.Revision;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Writes to a collection, decided in this process or by the instances of a cluster. The futures
/// complete when the write, and every write that the decision depends on, is durable and visible.
public interface DocumentWrites {

  /// Searches for near-duplicates ahead of the decision, unless the decision does so itself.
  ///
  /// @param stop checked periodically
  PreparedDocument prepare(IncomingDocument incoming, StopSignal stop);

  /// Stores a document or not, depending on its near-duplicates.
  ///
  /// @throws io.neardup.service.RequestException if the condition does not hold; the future may
  ///   fail with it as well
  CompletableFuture<WriteResult> store(PreparedDocument prepared);

  /// Decides on a change of one document.
  ///
  /// @param change maps the current document to the write, null to change nothing; called under the
  ///   decider's lock
  /// @return the write and its position in the log, null if nothing was changed
  /// @throws io.neardup.service.RequestException if the condition does not hold
  CompletableFuture<@Nullable Logged<OfDocument>> change(
      String id, Precondition condition, Function<Present, @Nullable OfDocument> change);

  /// Deletes a document.
  ///
  /// @return its position in the log; empty if the document did not exist
  /// @throws io.neardup.service.RequestException if the condition does not hold
  default CompletableFuture<Optional<Position>> remove(String id, Precondition condition) {
    return change(id, condition, present -> present.isThere() ? present.deletion() : null)
        .thenApply(removed -> Optional.ofNullable(removed).map(Logged::position));
  }

  default CompletableFuture<Boolean> removeIf(String id, MetadataFilter filter) {
    return removeIf(id, present -> present.isThere() && filter.accepts(present.metadata()));
  }

  /// Deletes a document if its expiry is still `expiresAt`, which has passed.
  default CompletableFuture<Boolean> expire(String id, Instant expiresAt) {
    return removeIf(id, present -> present.isExpired(expiresAt));
  }

  private CompletableFuture<Boolean> removeIf(String id, Predicate<Present> condition) {
    return change(
            id, Precondition.NONE, present -> condition.test(present) ? present.deletion() : null)
        .thenApply(Objects::nonNull);
  }

  /// Changes a document but keeps its fingerprint.
  ///
  /// @return the document and its position in the log; empty if it does not exist
  /// @throws io.neardup.service.RequestException if the condition does not hold
  default CompletableFuture<Optional<Document>> revise(
      String id, Precondition condition, DocumentChange change) {
    return change(
            id,
            condition,
            present -> present.isThere() ? present.put(change.applyTo(present.revision())) : null)
        .thenApply(revised ->
            revised != null && revised.event() instanceof Put put
                ? Optional.of(Document.of(put).at(revised.position()))
                : Optional.empty());
  }

  /// Changes a document if it passes a filter and the change makes a difference.
  default CompletableFuture<Boolean> reviseIf(
      String id, MetadataFilter filter, DocumentChange change) {
    return change(
            id,
            Precondition.NONE,
            present -> {
              Revision now = present.isThere() ? present.revision() : null;
              return now != null && filter.accepts(now.metadata()) && change.changes(now)
                  ? present.put(change.applyTo(now))
                  : null;
            })
        .thenApply(Objects::nonNull);
  }

  /// Counts the features of all documents and of every later write, or stops counting. Returns once
  /// all documents are counted; writes continue meanwhile.
  void countFeatures(boolean counts);

  /// The number of writes that are being decided or are not yet durable.
  int underWay();
}

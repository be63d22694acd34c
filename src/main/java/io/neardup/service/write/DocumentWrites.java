package io.neardup.service.write;

import io.neardup.index.StopSignal;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.store.Document;
import io.neardup.store.Position;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// Writes to a collection, decided in this process or by the instances of a cluster. The futures
/// complete when the write, and all on which the decision depends, is durable and visible.
public interface DocumentWrites {

  /// Searches for near-duplicates before the decision, unless that is part of it.
  ///
  /// @param stop checked periodically
  PreparedDocument prepare(IncomingDocument incoming, StopSignal stop);

  /// Stores a document or not, depending on its near-duplicates.
  ///
  /// @throws io.neardup.service.RequestException if the condition does not hold; the future may
  ///   fail with it as well
  CompletableFuture<WriteResult> store(PreparedDocument prepared);

  /// Deletes a document.
  ///
  /// @return its position in the log; empty if the document did not exist
  /// @throws io.neardup.service.RequestException if the condition does not hold
  CompletableFuture<Optional<Position>> remove(String id, Precondition condition);

  CompletableFuture<Boolean> removeIf(String id, MetadataFilter filter);

  /// Deletes a document if it expires at that time, which has passed.
  CompletableFuture<Boolean> expire(String id, Instant expiresAt);

  /// Changes a document, which keeps its fingerprint.
  ///
  /// @return the document and its position in the log; empty if it does not exist
  /// @throws io.neardup.service.RequestException if the condition does not hold
  CompletableFuture<Optional<Document>> revise(
      String id, Precondition condition, DocumentChange change);

  /// Changes a document if it passes a filter and needs the change.
  CompletableFuture<Boolean> reviseIf(String id, MetadataFilter filter, DocumentChange change);

  /// Counts the features of all documents, and of every later write, or stops counting. Returns
  /// once all are counted; writes continue meanwhile.
  void countFeatures(boolean counts);

  /// The number of writes that are being decided or are not yet durable.
  int underWay();
}

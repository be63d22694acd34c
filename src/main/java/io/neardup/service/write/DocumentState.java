package io.neardup.service.write;

import io.neardup.service.write.PendingWrite.Earlier;
import io.neardup.store.Document;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.Position;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// The state of a document, including decided writes.
///
/// @param head of the document
/// @param isExpired whether it has expired
/// @param position of the revision in the log, null while it is not known
/// @param isSettled whether the write that it results from is on disk
/// @param pending the revision, null if it is on disk
/// @param earlier its state before the next write
record DocumentState(
    DocumentHead head,
    boolean isExpired,
    @Nullable Position position,
    boolean isSettled,
    @Nullable Put pending,
    Earlier earlier) {

  /// The state of an id that is not stored.
  static final DocumentState NONE =
      new DocumentState(DocumentHead.NONE, false, null, true, null, Earlier.NONE);

  boolean isThere() {
    return head.exists() && !isExpired;
  }

  /// The entity tag of the document, null if it is not there. Only available if it is settled.
  @Nullable String tag() {
    return isThere() ? Document.tag(Objects.requireNonNull(position), head.time()) : null;
  }

  /// Completes when the writes that it depends on are on disk.
  CompletableFuture<Void> settled() {
    PendingWrite write = earlier.write();
    return write == null ? CompletableFuture.completedFuture(null) : write.durable().copy();
  }
}

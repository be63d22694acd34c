package io.neardup.service.write;

import io.neardup.service.write.PendingWrite.Earlier;
import io.neardup.store.Document;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.Position;
import io.neardup.store.Verdict;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// The state of a document, including decided writes.
///
/// @param exists whether it is stored
/// @param isExpired whether it has expired
/// @param version of it, 0 if it does not exist
/// @param createdAt when its id was first stored
/// @param expiresAt when it expires, null for never
/// @param verdict on it
/// @param updatedAt when the revision was decided on
/// @param position of the revision in the log, null while it is not known
/// @param isSettled whether the write that it results from is on disk
/// @param pending the revision, null if it is on disk
/// @param earlier its state before the next write
record DocumentState(
    boolean exists,
    boolean isExpired,
    long version,
    Instant createdAt,
    @Nullable Instant expiresAt,
    Verdict verdict,
    Instant updatedAt,
    @Nullable Position position,
    boolean isSettled,
    @Nullable Put pending,
    Earlier earlier) {

  /// The state of an id that is not stored.
  static final DocumentState NONE =
      new DocumentState(
          false,
          false,
          0,
          Instant.EPOCH,
          null,
          Verdict.NONE,
          Instant.EPOCH,
          null,
          true,
          null,
          Earlier.NONE);

  boolean isThere() {
    return exists && !isExpired;
  }

  /// The entity tag of the document, null if it is not there. Only available if it is settled.
  @Nullable String tag() {
    return isThere() ? Document.tag(Objects.requireNonNull(position), updatedAt) : null;
  }

  /// Completes when the writes that it depends on are on disk.
  CompletableFuture<Void> settled() {
    PendingWrite write = earlier.write();
    return write == null ? CompletableFuture.completedFuture(null) : write.durable().copy();
  }
}

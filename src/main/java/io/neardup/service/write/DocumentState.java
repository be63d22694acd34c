package io.neardup.service.write;

import io.neardup.service.write.PendingWrite.Earlier;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// What a document is, decided writes included.
///
/// @param exists whether it was stored and not removed
/// @param isExpired whether its time is over
/// @param version of it, 0 if it does not exist
/// @param createdAt when its id was first stored
/// @param expiresAt when it expires, null if it stays
/// @param verdict what was decided about it
/// @param earlier what it was before the next write
record DocumentState(
    boolean exists,
    boolean isExpired,
    long version,
    Instant createdAt,
    @Nullable Instant expiresAt,
    Verdict verdict,
    Earlier earlier) {

  /// An id that no document has.
  static final DocumentState NONE =
      new DocumentState(
          false, false, 0, Instant.EPOCH, null, Verdict.NONE, new Earlier(null, null));

  boolean isThere() {
    return exists && !isExpired;
  }

  String tag() {
    return Precondition.tag(createdAt, version);
  }

  /// Done once what it rests on is on disk.
  CompletableFuture<Void> settled() {
    PendingWrite write = earlier.write();
    return write == null ? CompletableFuture.completedFuture(null) : write.durable().copy();
  }
}

package io.neardup.service.write;

import io.neardup.store.DocumentEvent.OfDocument;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.Revision;
import io.neardup.store.Verdict;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A document after a write, without its content.
///
/// @param exists whether it is stored
/// @param version of it, 0 if it does not exist
/// @param createdAt when its id was first stored
/// @param expiresAt when it expires, null for never
/// @param verdict on it that a new text may keep; none if a job is to have it deleted
/// @param time when the write was decided
record DocumentHead(
    boolean exists,
    long version,
    Instant createdAt,
    @Nullable Instant expiresAt,
    Verdict verdict,
    Instant time) {

  /// An id that was never stored.
  static final DocumentHead NONE = deleted(Instant.EPOCH);

  static DocumentHead of(OfDocument event) {
    return event instanceof Put put ? of(put.revision(), put.time()) : deleted(event.time());
  }

  static DocumentHead of(Revision revision, Instant time) {
    return new DocumentHead(
        true,
        revision.version(),
        revision.createdAt(),
        revision.expiresAt(),
        revision.isRemoved() ? Verdict.NONE : revision.verdict(),
        time);
  }

  private static DocumentHead deleted(Instant time) {
    return new DocumentHead(false, 0, Instant.EPOCH, null, Verdict.NONE, time);
  }

  boolean isExpired(Instant now) {
    return expiresAt != null && !expiresAt.isAfter(now);
  }
}

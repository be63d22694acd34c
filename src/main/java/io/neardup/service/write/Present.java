package io.neardup.service.write;

import io.neardup.service.lookup.LiveDocuments;
import io.neardup.service.write.DocumentStates.DocumentState;
import io.neardup.store.Document;
import io.neardup.store.DocumentEvent.Delete;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.Revision;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The document with an id at the time of a decision; it may not exist.
///
/// @param now the time of the decision
public record Present(LiveDocuments stored, String id, DocumentState state, Instant now) {

  /// Whether it is stored, even if it has expired.
  boolean exists() {
    return state.head() != null;
  }

  /// Whether it is stored and has not expired.
  boolean isThere() {
    return state.there() != null;
  }

  /// Whether its expiry is still `expiresAt`, which has passed.
  boolean isExpired(Instant expiresAt) {
    Document head = state.head();
    return head != null && expiresAt.equals(head.revision().expiresAt()) && !expiresAt.isAfter(now);
  }

  /// Its metadata, if it exists; null for none.
  @Nullable String metadata() {
    Put pending = state.pending();
    return pending == null
        ? stored.stored(id).orElseThrow().metadata()
        : pending.revision().metadata();
  }

  /// Its revision with its text or features, if it exists.
  Revision revision() {
    Put pending = state.pending();
    return pending == null ? stored.whole(id).orElseThrow().revision() : pending.revision();
  }

  Put put(Revision next) {
    return new Put(stored.incarnation().collection(), id, next, now);
  }

  Delete deletion() {
    return new Delete(stored.incarnation().collection(), id, now);
  }
}

package io.neardup.store;

import io.neardup.simhash.Fingerprint;
import io.neardup.store.DocumentEvent.Put;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A stored document. Immutable.
///
/// @param id chosen by the client, or generated
/// @param revision its content
/// @param updatedAt when this revision was stored
public record Document(String id, Revision revision, Instant updatedAt) {

  /// The maximum length of an id, in characters.
  public static final int MAX_ID_CHARS = 512;

  /// Rejects ids that cannot be requested.
  public Document {
    requireId(id);
  }

  /// The document stored by an event.
  public static Document of(Put put) {
    return new Document(put.id(), put.revision(), put.time());
  }

  /// Its fingerprint, computed by the profile of its collection.
  public Fingerprint fingerprint() {
    return revision.fingerprint();
  }

  /// The number of distinct features of the fingerprint, null if the client sent the fingerprint.
  public @Nullable Integer features() {
    return revision.features();
  }

  /// The metadata as JSON text, null if there are none.
  public @Nullable String metadata() {
    return revision.metadata();
  }

  /// 1 for the first document of this id, then increased by each replacement.
  public long version() {
    return revision.version();
  }

  /// When the id was first stored.
  public Instant createdAt() {
    return revision.createdAt();
  }

  /// Whether it has expired.
  public boolean isExpired(Instant now) {
    Instant expiresAt = revision.expiresAt();
    return expiresAt != null && !expiresAt.isAfter(now);
  }

  /// Checks an id: 1 to 512 characters that a URL path can contain.
  ///
  /// @throws IllegalArgumentException if it is invalid; the message is a clause about it
  public static void requireId(String id) {
    if (id.isEmpty() || id.length() > MAX_ID_CHARS) {
      throw new IllegalArgumentException("must have 1 to 512 characters, had " + id.length());
    }
    if (id.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException("must have no control characters");
    }
    if (id.equals(".") || id.equals("..")) {
      throw new IllegalArgumentException("must not be '.' or '..', which clients remove from URLs");
    }
  }
}

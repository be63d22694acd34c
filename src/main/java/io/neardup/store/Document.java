package io.neardup.store;

import io.neardup.simhash.Fingerprint;
import io.neardup.store.DocumentEvent.Put;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A stored document: what is kept of a text once its fingerprint is made. Immutable.
///
/// @param id the caller's name for it, or a generated one
/// @param revision what it is
/// @param updatedAt when this revision was stored
public record Document(String id, Revision revision, Instant updatedAt) {

  /// The most characters an id may have.
  public static final int MAX_ID_CHARS = 512;

  /// Rejects ids that nobody could ask for again.
  public Document {
    requireId(id);
  }

  /// The document that an event stored.
  public static Document of(Put put) {
    return new Document(put.id(), put.revision(), put.time());
  }

  /// Its fingerprint, made by the profile of its collection.
  public Fingerprint fingerprint() {
    return revision.fingerprint();
  }

  /// How many distinct features the fingerprint was made of, null if the caller brought it.
  public @Nullable Integer features() {
    return revision.features();
  }

  /// A JSON object in its text form, null if there is none.
  public @Nullable String metadata() {
    return revision.metadata();
  }

  /// 1 for the first document of this id, then one more each time it is replaced.
  public long version() {
    return revision.version();
  }

  /// When the id was first stored.
  public Instant createdAt() {
    return revision.createdAt();
  }

  /// Whether its time is over.
  public boolean isExpired(Instant now) {
    Instant expiresAt = revision.expiresAt();
    return expiresAt != null && !expiresAt.isAfter(now);
  }

  /// Checks an id: 1 to 512 characters that an address can carry.
  ///
  /// @throws IllegalArgumentException if it is not one; the message is a clause about it
  public static void requireId(String id) {
    if (id.isEmpty() || id.length() > MAX_ID_CHARS) {
      throw new IllegalArgumentException("must have 1 to 512 characters, had " + id.length());
    }
    if (id.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException("must have no control characters");
    }
    if (id.equals(".") || id.equals("..")) {
      throw new IllegalArgumentException("must not be '.' or '..', which addresses leave out");
    }
  }
}

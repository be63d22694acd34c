package io.neardup.store;

import io.neardup.simhash.Fingerprint;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A stored document: what is kept of a text once its fingerprint is made. Immutable.
///
/// @param number its number in the index; stays the same while the document lives
/// @param id the caller's name for it, or a generated one
/// @param fingerprint made by the profile of its collection
/// @param features how many distinct features the fingerprint was made of, null if the caller
///   brought the fingerprint
/// @param metadata a JSON object in its text form, null if there is none
/// @param version 1 for the first document of this id, then one more each time it is replaced
/// @param createdAt when the id was first stored
/// @param updatedAt when this version was stored
public record Document(
    int number,
    String id,
    Fingerprint fingerprint,
    @Nullable Integer features,
    @Nullable String metadata,
    long version,
    Instant createdAt,
    Instant updatedAt) {

  /// The most characters an id may have.
  public static final int MAX_ID_CHARS = 512;

  /// Rejects ids that nobody could ask for again.
  public Document {
    requireId(id);
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

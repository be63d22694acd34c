package io.neardup.store;

import io.neardup.simhash.FeatureVector;
import io.neardup.simhash.Fingerprint;
import io.neardup.store.DocumentEvent.Put;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A stored document. Immutable.
///
/// @param id chosen by the client, or generated
/// @param revision its content
/// @param updatedAt when this revision was stored
/// @param position of this revision in the log, null while unknown
public record Document(
    String id, Revision revision, Instant updatedAt, @Nullable Position position) {

  /// The maximum length of an id, in characters.
  public static final int MAX_ID_CHARS = 512;

  /// The maximum length of metadata, in characters.
  public static final int MAX_METADATA_CHARS = 64 << 10;

  /// Rejects ids that cannot be requested.
  public Document {
    requireId(id);
  }

  private static final int CHARS_OF_FEATURE = 8;

  /// The document stored by an event of unknown position.
  public static Document of(Put put) {
    return new Document(put.id(), put.revision(), put.time(), null);
  }

  /// A copy without metadata, which can have 64 K characters.
  public Document withoutMetadata() {
    return new Document(id, revision.withMetadata(null), updatedAt, position);
  }

  public Document withoutText() {
    return revision.text() == null && revision.vector() == null
        ? this
        : new Document(id, revision.withoutText(), updatedAt, position);
  }

  public Document at(@Nullable Position known) {
    return new Document(id, revision, updatedAt, known);
  }

  /// The log offset of this revision, whose position must be known.
  public long offset() {
    return Objects.requireNonNull(position, "not committed").offset();
  }

  /// The event that stored it.
  ///
  /// @param collection that it is in
  public Put put(String collection) {
    return new Put(collection, id, revision, updatedAt);
  }

  /// The entity tag of this revision, whose position must be known.
  public String tag() {
    return tag(Objects.requireNonNull(position, "not committed"), updatedAt);
  }

  /// The entity tag of a revision: its log position, which is unique, and the time, because a log
  /// restored from a backup reuses positions.
  public static String tag(Position position, Instant updatedAt) {
    return "\""
        + position
        + "-"
        + Long.toString(updatedAt.toEpochMilli(), Character.MAX_RADIX)
        + "\"";
  }

  public Fingerprint fingerprint() {
    return revision.fingerprint();
  }

  /// The number of distinct features of the fingerprint, null if the client sent the fingerprint.
  public @Nullable Integer features() {
    return revision.features();
  }

  /// The memory of its metadata, in bytes.
  public long metadataBytes() {
    String metadata = metadata();
    return metadata == null ? 0 : 2L * metadata.length();
  }

  /// The characters that count towards the size of a page: id, text or features, and metadata.
  public long chars() {
    FeatureVector vector = revision.vector();
    return (long) id.length()
        + length(revision.text())
        + length(revision.metadata())
        + (vector == null ? 0L : (long) CHARS_OF_FEATURE * vector.size());
  }

  private static int length(@Nullable String text) {
    return text == null ? 0 : text.length();
  }

  public @Nullable String metadata() {
    return revision.metadata();
  }

  /// 1 for the first document with this id, then increased by each replacement.
  public long version() {
    return revision.version();
  }

  /// When the id was first stored.
  public Instant createdAt() {
    return revision.createdAt();
  }

  public boolean isExpired(Instant now) {
    Instant expiresAt = revision.expiresAt();
    return expiresAt != null && !expiresAt.isAfter(now);
  }

  /// Checks an id.
  ///
  /// @throws IllegalArgumentException if it is invalid; the message is a clause about it
  public static void requireId(String id) {
    String fault = faultOf(id);
    if (fault != null) {
      throw new IllegalArgumentException(fault);
    }
  }

  /// A clause about an invalid id; null for 1 to 512 characters that a URL path can contain.
  public static @Nullable String faultOf(String id) {
    if (id.isEmpty() || id.length() > MAX_ID_CHARS) {
      return "must have 1 to 512 characters, had " + id.length();
    }
    if (id.chars().anyMatch(Character::isISOControl)) {
      return "must have no control characters";
    }
    return id.equals(".") || id.equals("..")
        ? "must not be '.' or '..', which clients remove from URLs"
        : null;
  }
}

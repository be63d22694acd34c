package io.neardup.service.job;

import io.neardup.service.collection.DocumentCollection;
import io.neardup.simhash.Fingerprint;
import io.neardup.simhash.Xxh3;
import io.neardup.store.ContentHash;
import io.neardup.store.Document;
import io.neardup.store.Revision;
import io.neardup.store.Verdict;
import io.neardup.store.codec.VectorCodec;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A line of what a job keeps to undo its changes: a document that it is about to disable or
/// remove, or the ids of those before it that it left alone after all.
///
/// @param id of the document; null in lines with `left`
/// @param version of the document before the change
/// @param createdAt when it was first stored
/// @param removed the content of a document that is removed; null if it is disabled
/// @param left ids of documents that were not changed
/// @param state a hash of what a client can change of a document that is disabled, null for others
record UndoEntry(
    @Nullable String id,
    @Nullable Long version,
    @Nullable Instant createdAt,
    @Nullable Content removed,
    @Nullable List<String> left,
    @Nullable Long state) {

  /// What a document had; its text, or its features in place of it, only if they are stored.
  /// Clean-ups leave disabled and allowed ones alone, so it had no verdict, but one may have been
  /// dropped.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Content(
      String fingerprint,
      @Nullable Integer features,
      String profile,
      @Nullable String metadata,
      @Nullable String text,
      byte @Nullable [] vector,
      @Nullable Long hashHigh,
      @Nullable Long hashLow,
      @Nullable Instant expiresAt,
      @Nullable Boolean verdictDropped) {}

  /// A document that is about to be disabled.
  static UndoEntry disabling(Document document) {
    return new UndoEntry(
        document.id(), document.version(), document.createdAt(), null, null, state(document));
  }

  /// Whether a document still has what it had when it was disabled, but for its verdict.
  boolean isUnchanged(Document present) {
    return state == null || state == state(present);
  }

  private static long state(Document document) {
    return Xxh3.hash(
        document.fingerprint()
            + " "
            + document.revision().contentHash()
            + " "
            + document.revision().expiresAt()
            + " "
            + document.metadata());
  }

  /// A document that is about to be removed.
  ///
  /// @param revision of it with its text or features
  static UndoEntry removing(Document document, Revision revision) {
    ContentHash hash = revision.contentHash();
    Content content =
        new Content(
            revision.fingerprint().toString(),
            revision.features(),
            revision.profile(),
            revision.metadata(),
            revision.text(),
            revision.vector() == null ? null : VectorCodec.encode(revision.vector()),
            hash == null ? null : Long.valueOf(hash.high()),
            hash == null ? null : Long.valueOf(hash.low()),
            revision.expiresAt(),
            revision.verdict().dropped() ? Boolean.TRUE : null);
    return new UndoEntry(
        document.id(), document.version(), document.createdAt(), content, null, null);
  }

  /// Documents that were not changed.
  static UndoEntry leaving(List<String> ids) {
    return new UndoEntry(null, null, null, null, ids, null);
  }

  /// The id of a document, in lines that have one.
  String document() {
    return Objects.requireNonNull(id);
  }

  /// The removed document as it was.
  Revision revision(DocumentCollection collection) {
    Content content = Objects.requireNonNull(removed);
    Long high = content.hashHigh;
    Long low = content.hashLow;
    return new Revision(
        Fingerprint.parse(content.fingerprint, collection.profile().bits()),
        content.features,
        content.profile,
        content.metadata,
        content.text,
        high == null || low == null ? null : new ContentHash(high, low),
        new Verdict(true, false, null, Boolean.TRUE.equals(content.verdictDropped)),
        Objects.requireNonNull(version),
        Objects.requireNonNull(createdAt),
        content.expiresAt,
        null,
        content.vector == null ? null : VectorCodec.decode(content.vector));
  }
}

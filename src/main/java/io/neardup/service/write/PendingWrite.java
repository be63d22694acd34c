package io.neardup.service.write;

import io.neardup.service.lookup.IndexedDocument;
import io.neardup.store.DocumentEvent;
import io.neardup.store.DocumentEvent.Put;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// A document that was decided to be stored or removed, from the decision until it is forgotten.
///
/// It is made under the lock of its [WriteDecider], and settled, once, by the thread that commits.
final class PendingWrite {

  private final String id;
  private final boolean removes;
  private final long version;
  private final Instant createdAt;
  private final @Nullable Instant expiresAt;
  private final Verdict verdict;
  private final @Nullable IndexedDocument indexed;
  private final CompletableFuture<Void> durable = new CompletableFuture<>();
  private volatile @Nullable DocumentEvent event;
  private volatile boolean failed;
  private @Nullable PendingWrite before;
  private @Nullable IndexedDocument indexedBefore;
  private long sequence;

  private PendingWrite(DocumentEvent event, String id, @Nullable Put put, Earlier earlier) {
    this.event = event;
    this.id = id;
    this.removes = put == null;
    this.version = put == null ? 0 : put.revision().version();
    this.createdAt = put == null ? Instant.EPOCH : put.revision().createdAt();
    this.expiresAt = put == null ? null : put.revision().expiresAt();
    this.verdict = put == null ? Verdict.NONE : Verdict.of(put.revision());
    this.indexed = put == null ? null : IndexedDocument.of(put.revision());
    this.before = earlier.write();
    this.indexedBefore = earlier.indexed();
  }

  /// A document to be stored.
  ///
  /// @param earlier what the id was before
  static PendingWrite put(Put put, Earlier earlier) {
    return new PendingWrite(put, put.id(), put, earlier);
  }

  /// A document to be removed.
  static PendingWrite remove(DocumentEvent.Delete delete, Earlier earlier) {
    return new PendingWrite(delete, delete.id(), null, earlier);
  }

  /// What an id was before a write.
  ///
  /// @param write the write before, if it may still be on its way; then the rest is not looked at
  /// @param indexed how it is indexed, null if it is not
  record Earlier(@Nullable PendingWrite write, @Nullable IndexedDocument indexed) {}

  public String id() {
    return id;
  }

  boolean removes() {
    return removes;
  }

  long version() {
    return version;
  }

  Instant createdAt() {
    return createdAt;
  }

  @Nullable Instant expiresAt() {
    return expiresAt;
  }

  boolean isExpired(Instant now) {
    return expiresAt != null && !expiresAt.isAfter(now);
  }

  /// What was decided about the document.
  Verdict verdict() {
    return verdict;
  }

  /// How lookups are to find it, null if they are not.
  @Nullable IndexedDocument indexed() {
    return indexed;
  }

  /// What is stored; null once it is on disk, where it can be read.
  @Nullable Put put() {
    return event instanceof Put put ? put : null;
  }

  /// Done once it is on disk and lookups see it; fails if it is not stored.
  CompletableFuture<Void> durable() {
    return durable;
  }

  boolean hasFailed() {
    return failed;
  }

  long sequence() {
    return sequence;
  }

  void number(long given) {
    sequence = given;
  }

  /// How this id is indexed before the write is applied. For the committing thread alone, which
  /// settles writes in the order of their decisions.
  @Nullable IndexedDocument indexedBefore() {
    PendingWrite earlier = before;
    return earlier == null ? indexedBefore : earlier.indexedBefore;
  }

  /// Notes that lookups see it. From here on, it is [#indexedBefore] of the write after it.
  void applied() {
    indexedBefore = indexed;
    before = null;
    event = null;
  }

  /// Notes that it was not stored.
  void failed() {
    indexedBefore = indexedBefore();
    before = null;
    event = null;
    failed = true;
  }
}

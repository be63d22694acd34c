package io.neardup.service;

import io.neardup.store.DocumentEvent;
import io.neardup.store.DocumentEvent.Put;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// A document that was decided to be stored or removed, from the decision until it is forgotten.
///
/// It is made under the lock of its [Decider], and settled, once, by the thread that commits.
final class DecidedWrite {

  private final String id;
  private final boolean removes;
  private final long version;
  private final Instant createdAt;
  private final @Nullable Instant expiresAt;
  private final Verdict verdict;
  private final @Nullable Indexed indexed;
  private final CompletableFuture<Void> durable = new CompletableFuture<>();
  private volatile @Nullable DocumentEvent event;
  private volatile boolean failed;
  private @Nullable DecidedWrite before;
  private @Nullable Indexed indexedBefore;
  private long sequence;

  private DecidedWrite(DocumentEvent event, String id, @Nullable Put put, Earlier earlier) {
    this.event = event;
    this.id = id;
    this.removes = put == null;
    this.version = put == null ? 0 : put.revision().version();
    this.createdAt = put == null ? Instant.EPOCH : put.revision().createdAt();
    this.expiresAt = put == null ? null : put.revision().expiresAt();
    this.verdict = put == null ? Verdict.NONE : Verdict.of(put.revision());
    this.indexed = put == null ? null : Indexed.of(put.revision());
    this.before = earlier.write();
    this.indexedBefore = earlier.indexed();
  }

  /// A document to be stored.
  ///
  /// @param earlier what the id was before
  static DecidedWrite put(Put put, Earlier earlier) {
    return new DecidedWrite(put, put.id(), put, earlier);
  }

  /// A document to be removed.
  static DecidedWrite remove(DocumentEvent.Delete delete, Earlier earlier) {
    return new DecidedWrite(delete, delete.id(), null, earlier);
  }

  /// What an id was before a write.
  ///
  /// @param write the write before, if it may still be on its way; then the rest is not looked at
  /// @param indexed how it is indexed, null if it is not
  record Earlier(@Nullable DecidedWrite write, @Nullable Indexed indexed) {}

  String id() {
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
  @Nullable Indexed indexed() {
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
  @Nullable Indexed indexedBefore() {
    DecidedWrite earlier = before;
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

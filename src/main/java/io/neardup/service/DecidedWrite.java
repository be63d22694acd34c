package io.neardup.service;

import io.neardup.simhash.Fingerprint;
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
  private final @Nullable Fingerprint visible;
  private final CompletableFuture<Void> durable = new CompletableFuture<>();
  private volatile @Nullable DocumentEvent event;
  private volatile boolean failed;
  private @Nullable DecidedWrite before;
  private @Nullable Fingerprint visibleBefore;
  private long sequence;

  private DecidedWrite(
      DocumentEvent event,
      String id,
      @Nullable Put put,
      @Nullable Fingerprint visible,
      @Nullable DecidedWrite before,
      @Nullable Fingerprint visibleBefore) {
    this.event = event;
    this.id = id;
    this.removes = put == null;
    this.version = put == null ? 0 : put.revision().version();
    this.createdAt = put == null ? Instant.EPOCH : put.revision().createdAt();
    this.expiresAt = put == null ? null : put.revision().expiresAt();
    this.visible = visible;
    this.before = before;
    this.visibleBefore = visibleBefore;
  }

  /// A document to be stored.
  ///
  /// @param visible the fingerprint by which lookups are to find it, null if they are not
  /// @param earlier what the id was before
  static DecidedWrite put(Put put, @Nullable Fingerprint visible, Earlier earlier) {
    return new DecidedWrite(put, put.id(), put, visible, earlier.write(), earlier.visible());
  }

  /// A document to be removed.
  static DecidedWrite remove(DocumentEvent.Delete delete, Earlier earlier) {
    return new DecidedWrite(delete, delete.id(), null, null, earlier.write(), earlier.visible());
  }

  /// What an id was before a write.
  ///
  /// @param write the write before, if it may still be on its way; then the rest is not looked at
  /// @param visible the fingerprint in the index, null if it has none
  record Earlier(@Nullable DecidedWrite write, @Nullable Fingerprint visible) {}

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

  /// The fingerprint by which lookups are to find it, null if they are not.
  @Nullable Fingerprint visible() {
    return visible;
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

  /// The fingerprint that the index has of this id before the write is applied. For the committing
  /// thread alone, which settles writes in the order of their decisions.
  @Nullable Fingerprint visibleBefore() {
    DecidedWrite earlier = before;
    return earlier == null ? visibleBefore : earlier.visibleBefore;
  }

  /// Notes that lookups see it. From here on, what the index has is [#visibleBefore] of who comes
  /// after.
  void applied() {
    visibleBefore = visible;
    before = null;
    event = null;
  }

  /// Notes that it was not stored.
  void failed() {
    visibleBefore = visibleBefore();
    before = null;
    event = null;
    failed = true;
  }
}

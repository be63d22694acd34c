package io.neardup.service.write;

import io.neardup.profile.Profile;
import io.neardup.service.LazyVector;
import io.neardup.service.lookup.IndexedDocument;
import io.neardup.service.lookup.StoredFeatures;
import io.neardup.store.Document;
import io.neardup.store.DocumentEvent.OfDocument;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.Position;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// A write of one document, from the decision until it is evicted from [PendingWrites].
///
/// It is created under the lock of its [WriteDecider], and settled once by the committing thread.
final class PendingWrite {

  private final String id;
  private final @Nullable Document head;
  private final @Nullable IndexedDocument indexed;
  private final CompletableFuture<Void> durable = new CompletableFuture<>();
  private volatile @Nullable OfDocument event;
  private volatile boolean failed;
  private volatile @Nullable Position position;
  private volatile @Nullable LazyVector vector;
  private Runnable featureChange = () -> {};
  private boolean newText;
  private long @Nullable [] anchors;
  private @Nullable PendingWrite before;
  private @Nullable IndexedDocument indexedBefore;
  private long sequence;

  /// A write that stores or deletes a document.
  ///
  /// @param earlier the state of the id before
  PendingWrite(OfDocument event, Earlier earlier) {
    this.event = event;
    this.id = event.id();
    this.head = event instanceof Put put ? Document.of(put).withoutText().withoutMetadata() : null;
    this.indexed = event instanceof Put put ? IndexedDocument.of(put.revision()) : null;
    this.before = earlier.write();
    this.indexedBefore = earlier.indexed();
  }

  /// The state of an id before a write.
  ///
  /// @param write the previous write, if it may not be on disk yet; `indexed` is then ignored
  /// @param indexed how it is indexed, null if it is not
  record Earlier(@Nullable PendingWrite write, @Nullable IndexedDocument indexed) {

    static final Earlier NONE = new Earlier(null, null);
  }

  public String id() {
    return id;
  }

  /// The document after the write, without content; null if it is deleted.
  @Nullable Document head() {
    return head;
  }

  /// Its position in the log; null before it is on disk, or if the log is not local.
  @Nullable Position position() {
    return position;
  }

  @Nullable IndexedDocument indexed() {
    return indexed;
  }

  /// The log entry. Only available until the write is settled.
  OfDocument event() {
    return Objects.requireNonNull(event, "settled");
  }

  /// The revision to store; null once it can be read from disk.
  @Nullable Put put() {
    return event instanceof Put put ? put : null;
  }

  /// The features of the revision to store; null if unknown, or once it is on disk. Called under
  /// the lock.
  @Nullable LazyVector vector(Profile profile) {
    Put put = put();
    if (put != null && vector == null) {
      vector = new LazyVector(() -> StoredFeatures.of(put.revision(), profile));
    }
    return vector;
  }

  /// Sets how it changes the feature counts. Called before it is appended to the log.
  void changes(Runnable change) {
    featureChange = change;
  }

  /// Applies the change to the feature counts. Called by the committing thread.
  void count() {
    featureChange.run();
  }

  /// Sets what was computed from the text that this write brings in. Called before it is appended
  /// to the log.
  void prepared(PreparedDocument prepared) {
    newText = true;
    anchors = prepared.anchors();
    if (prepared.vector() != null) {
      vector = prepared.vector();
    }
  }

  boolean hasNewText() {
    return newText;
  }

  /// The anchors of its text, ascending; null if unknown, for example if the write keeps the text.
  long @Nullable [] anchors() {
    return anchors;
  }

  /// Completes when it is on disk and visible to lookups; fails if it is not stored.
  CompletableFuture<Void> durable() {
    return durable;
  }

  /// Completes [#durable] of a settled write.
  ///
  /// @param failure null if it is on disk
  void complete(@Nullable Throwable failure) {
    if (failure == null) {
      durable.complete(null);
    } else {
      durable.completeExceptionally(failure);
    }
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

  /// How the id is indexed before this write is applied. For the committing thread, which settles
  /// writes in decision order.
  @Nullable IndexedDocument indexedBefore() {
    PendingWrite earlier = before;
    return earlier == null ? indexedBefore : earlier.indexedBefore;
  }

  /// Marks it as visible to lookups. From now on, [#indexedBefore] of the id's next write refers to
  /// it.
  ///
  /// @param at its position in the log, null if the log is not local
  void applied(@Nullable Position at) {
    position = at;
    settle(indexed);
  }

  void failed() {
    failed = true; // set before dropping the event, which readers then take from disk
    settle(indexedBefore());
  }

  private void settle(@Nullable IndexedDocument present) {
    indexedBefore = present;
    before = null;
    event = null;
    vector = null;
    featureChange = () -> {};
  }
}

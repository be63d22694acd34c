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

/// A decided write of a document, from the decision until it is evicted from [PendingWrites].
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

  /// A document to be stored or deleted.
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
  /// @param write the previous write, if it may not be on disk yet; the other component is then
  ///   ignored
  /// @param indexed how it is indexed, null if it is not
  record Earlier(@Nullable PendingWrite write, @Nullable IndexedDocument indexed) {

    static final Earlier NONE = new Earlier(null, null);
  }

  public String id() {
    return id;
  }

  /// The document after the write without its content, null if it is deleted.
  @Nullable Document head() {
    return head;
  }

  /// Its position in the log, null before it is on disk, and where the log is elsewhere.
  @Nullable Position position() {
    return position;
  }

  @Nullable IndexedDocument indexed() {
    return indexed;
  }

  /// What is to be appended to the log. Only available until it is settled.
  OfDocument event() {
    return Objects.requireNonNull(event, "settled");
  }

  /// The revision to be stored; null once it is on disk, from where it can be read.
  @Nullable Put put() {
    return event instanceof Put put ? put : null;
  }

  /// The features of the revision to be stored, which may be unknown; null once it is on disk.
  /// Called under the lock.
  @Nullable LazyVector vector(Profile profile) {
    Put put = put();
    if (put != null && vector == null) {
      vector = new LazyVector(() -> StoredFeatures.of(put.revision(), profile));
    }
    return vector;
  }

  /// Sets how it changes the counts of features. Called before it is appended to the log.
  void changes(Runnable change) {
    featureChange = change;
  }

  /// Changes the counts of features. Called by the committing thread.
  void count() {
    featureChange.run();
  }

  /// Sets what was computed of the text to be stored, which is not that of an earlier write. Called
  /// before it is appended to the log.
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

  /// The anchors of the passages of its text, ascending; null if they are not known, as that of a
  /// write that keeps the text.
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

  /// How this id is indexed before the write is applied. For the committing thread, which settles
  /// writes in the order of decisions.
  @Nullable IndexedDocument indexedBefore() {
    PendingWrite earlier = before;
    return earlier == null ? indexedBefore : earlier.indexedBefore;
  }

  /// Marks it as visible to lookups. From here on, it is [#indexedBefore] of the next write of the
  /// id.
  ///
  /// @param at its position in the log, null if that is elsewhere
  void applied(@Nullable Position at) {
    position = at;
    settle(indexed);
  }

  void failed() {
    failed = true; // before the event, which readers take from the disk if it is missing here
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

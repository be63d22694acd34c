package io.neardup.service.write;

import io.neardup.service.lookup.IndexedDocument;
import io.neardup.service.lookup.LiveDocuments;
import io.neardup.service.write.PendingWrite.Earlier;
import io.neardup.store.Document;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.Revision;
import io.neardup.store.ids.OrdinalDirectory.Entry;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// The states of documents, including decided writes. Called under the lock of the decider, except
/// [#knownBefore].
record DocumentStates(LiveDocuments stored, PendingWrites pendingWrites, Clock clock) {

  /// The state of a document, including decided writes.
  ///
  /// @param head the document without content, null if it is not stored
  /// @param isExpired whether it has expired
  /// @param isSettled whether the write that led to it is on disk
  /// @param pending the revision, null if it is on disk
  /// @param earlier what the next write of the id will find
  record DocumentState(
      @Nullable Document head,
      boolean isExpired,
      boolean isSettled,
      @Nullable Put pending,
      Earlier earlier) {

    static final DocumentState NONE = new DocumentState(null, false, true, null, Earlier.NONE);

    /// The document, null if it is not stored or has expired.
    @Nullable Document there() {
      return isExpired ? null : head;
    }

    /// The document's entity tag, null if there is no document. Only available if settled.
    @Nullable String tag() {
      Document there = there();
      return there == null ? null : there.tag();
    }

    /// Completes when the writes that it depends on are on disk.
    CompletableFuture<Void> settled() {
      PendingWrite write = earlier.write();
      return write == null ? CompletableFuture.completedFuture(null) : write.durable().copy();
    }
  }

  /// The revision of an id on disk, read before the lock is taken.
  Optional<Document> knownBefore(String id) {
    return stored.directory().find(id) < 0 ? Optional.empty() : stored.stored(id);
  }

  /// The state of an id.
  ///
  /// @param known the revision on disk before the lock was taken
  DocumentState state(String id, Optional<Document> known) {
    Instant now = clock.instant();
    PendingWrite latest = pendingWrites.latest(id);
    // Read first: a write that is settled meanwhile has a position, or has failed.
    boolean settled = latest == null || latest.durable().isDone();
    Put pending = latest == null ? null : latest.put();
    if (latest != null && !latest.hasFailed()) {
      Document head = latest.head();
      return new DocumentState(
          head == null ? null : head.at(latest.position()),
          head != null && head.isExpired(now),
          settled,
          pending,
          new Earlier(latest, null));
    }
    Entry entry = stored.directory().get(id);
    if (entry == null) {
      return DocumentState.NONE;
    }
    Document document = document(id, entry, known);
    return new DocumentState(
        document,
        document.isExpired(now),
        true,
        null,
        new Earlier(null, IndexedDocument.of(document.revision())));
  }

  /// The revision of a document without recent writes: disk and directory agree.
  private Document document(String id, Entry entry, Optional<Document> known) {
    boolean still = known.isPresent() && known.get().offset() == entry.offset();
    return (still ? known : stored.stored(id)).orElseThrow();
  }

  Earlier earlier(String id, Revision revision) {
    PendingWrite latest = pendingWrites.latest(id);
    return new Earlier(
        latest == null || latest.hasFailed() ? null : latest, IndexedDocument.of(revision));
  }
}

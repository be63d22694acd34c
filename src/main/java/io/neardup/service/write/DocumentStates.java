package io.neardup.service.write;

import io.neardup.service.lookup.IndexedDocument;
import io.neardup.service.lookup.LiveDocuments;
import io.neardup.service.write.PendingWrite.Earlier;
import io.neardup.store.Document;
import io.neardup.store.DocumentEvent.Delete;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.Position;
import io.neardup.store.Revision;
import io.neardup.store.ids.OrdinalDirectory.Entry;
import java.time.Clock;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// The states of documents, including decided writes. Called under the lock of the decider, except
/// [#knownBefore].
record DocumentStates(LiveDocuments stored, PendingWrites pendingWrites, Clock clock) {

  /// The state of a document, including decided writes.
  ///
  /// @param head of the document
  /// @param isExpired whether it has expired
  /// @param position of the revision in the log, null while it is not known
  /// @param isSettled whether the write that it results from is on disk
  /// @param pending the revision, null if it is on disk
  /// @param earlier its state before the next write
  record DocumentState(
      DocumentHead head,
      boolean isExpired,
      @Nullable Position position,
      boolean isSettled,
      @Nullable Put pending,
      Earlier earlier) {

    static final DocumentState NONE =
        new DocumentState(DocumentHead.NONE, false, null, true, null, Earlier.NONE);

    boolean isThere() {
      return head.exists() && !isExpired;
    }

    /// The entity tag of the document, null if it is not there. Only available if it is settled.
    @Nullable String tag() {
      return isThere() ? Document.tag(Objects.requireNonNull(position), head.time()) : null;
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
      return new DocumentState(
          latest.head(),
          latest.head().isExpired(now),
          latest.position(),
          settled,
          pending,
          new Earlier(latest, null));
    }
    Entry entry = stored.directory().get(id);
    if (entry == null) {
      return DocumentState.NONE;
    }
    Document document = document(id, entry, known);
    DocumentHead head = DocumentHead.of(document.revision(), document.updatedAt());
    return new DocumentState(
        head,
        head.isExpired(now),
        document.position(),
        true,
        null,
        new Earlier(null, IndexedDocument.of(document.revision())));
  }

  /// The revision of a document without recent writes, so that disk and directory agree.
  private Document document(String id, Entry entry, Optional<Document> known) {
    boolean still = known.isPresent() && known.get().offset() == entry.offset();
    return (still ? known : stored.stored(id)).orElseThrow();
  }

  /// The document of an id, to be changed.
  ///
  /// @param now the time of the decision
  DocumentWrites.Present present(String id, DocumentState state, Instant now) {
    return new PresentDocument(this, id, state, now);
  }

  private record PresentDocument(DocumentStates states, String id, DocumentState state, Instant now)
      implements DocumentWrites.Present {

    @Override
    public boolean exists() {
      return state.head.exists();
    }

    @Override
    public boolean isThere() {
      return state.isThere();
    }

    @Override
    public boolean isExpired(Instant expiresAt) {
      return expiresAt.equals(state.head.expiresAt()) && !expiresAt.isAfter(now);
    }

    @Override
    public @Nullable String metadata() {
      Put pending = state.pending;
      return pending == null
          ? states.stored.stored(id).orElseThrow().metadata()
          : pending.revision().metadata();
    }

    @Override
    public Revision revision() {
      Put pending = state.pending;
      return pending == null
          ? states.stored.whole(id).orElseThrow().revision()
          : pending.revision();
    }

    @Override
    public Put put(Revision next) {
      return new Put(collection(), id, next, now);
    }

    @Override
    public Delete deletion() {
      return new Delete(collection(), id, now);
    }

    private String collection() {
      return states.stored.incarnation().collection();
    }
  }

  Earlier earlier(String id, Revision revision) {
    PendingWrite latest = pendingWrites.latest(id);
    return new Earlier(
        latest == null || latest.hasFailed() ? null : latest, IndexedDocument.of(revision));
  }
}

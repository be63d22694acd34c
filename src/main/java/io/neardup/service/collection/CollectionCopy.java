package io.neardup.service.collection;

import io.neardup.index.StopSignal;
import io.neardup.profile.Content;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.Source;
import io.neardup.service.collection.ChangeSource.Changes;
import io.neardup.service.lookup.LookupRequest;
import io.neardup.service.write.Expiry;
import io.neardup.service.write.NewDocument;
import io.neardup.service.write.OnDuplicate;
import io.neardup.service.write.Precondition;
import io.neardup.service.write.WriteResult;
import io.neardup.store.Document;
import io.neardup.store.DocumentEvent;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.Logged;
import io.neardup.store.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Copies the documents of a collection to another one, for example with another profile, from
/// their stored texts. Follows the changes until it has caught up, and can be continued later.
///
/// Single use, by one thread.
public final class CollectionCopy {

  private static final int PAGE = 500;

  private final ChangeStream changes;
  private final DocumentCollection from;
  private final DocumentCollection to;
  private long stored;
  private long removed;
  private long withoutText;

  /// @param from the collection to copy
  /// @param to the target
  /// @throws RequestException if they are the same
  public CollectionCopy(ChangeStream changes, DocumentCollection from, DocumentCollection to) {
    if (from == to) {
      throw RequestException.invalid("to", "must name another collection than the one to copy");
    }
    this.changes = changes;
    this.from = from;
    this.to = to;
  }

  /// The progress of a copy.
  ///
  /// @param stored number of documents stored in the target
  /// @param removed number of documents deleted in the target, as they were deleted in the source
  /// @param withoutText number of documents that could not be copied, as their texts are not stored
  /// @param cursor from which to continue
  /// @param done whether it has caught up
  public record CopyProgress(
      long stored, long removed, long withoutText, String cursor, boolean done) {}

  /// Copies until it has caught up.
  ///
  /// @param after the cursor of an earlier copy, null to begin with all documents
  /// @param goesOn receives the progress, and returns whether to continue
  /// @throws RequestException if the cursor is invalid
  public void run(@Nullable String after, Predicate<CopyProgress> goesOn) {
    String cursor = after;
    boolean more = true;
    while (more) {
      Changes page = changes.read(cursor, PAGE, true);
      from.requirePresent(); // so changes of its name are its own
      List<CompletableFuture<?>> writes = new ArrayList<>();
      for (Logged<DocumentEvent> change : page.changes()) {
        if (change.event().collection().equals(from.name())) {
          write(change.event(), writes);
        }
      }
      CompletableFuture.allOf(writes.toArray(CompletableFuture[]::new)).join();
      cursor = page.next();
      more = page.more();
      more &= goesOn.test(new CopyProgress(stored, removed, withoutText, cursor, !more));
    }
  }

  private void write(DocumentEvent event, List<CompletableFuture<?>> writes) {
    switch (event) {
      case Put put -> copy(put, writes);
      case DocumentEvent.Delete delete -> {
        writes.add(to.remove(delete.id(), Precondition.NONE));
        removed++;
      }
      case DocumentEvent.Clear clear -> {
        // An earlier collection of that name: its documents are not copied.
      }
    }
  }

  private void copy(Put put, List<CompletableFuture<?>> writes) {
    Document document = Document.of(put);
    String text = put.revision().text();
    if (text == null) {
      withoutText++;
      return;
    }
    CompletableFuture<WriteResult> write =
        store(
            document,
            new Source.OfContent(new Content.Text(text)),
            to,
            LookupRequest.NOTHING,
            OnDuplicate.ADD,
            StopSignal.NEVER);
    if (write == null) {
      return;
    }
    writes.add(write);
    stored++;
  }

  /// The verdict of a document for its copy; the judged text has no fingerprint in another profile.
  private static Verdict verdict(Document document, DocumentCollection to) {
    Verdict verdict = document.revision().verdict();
    return document.revision().profile().equals(to.profile().name()) ? verdict : verdict.onCopy();
  }

  /// Stores a copy of a document, with its metadata, verdict and expiry.
  ///
  /// @param source of the fingerprint of the copy
  /// @param near the lookup of near-duplicates in the target
  /// @return null if the document has expired meanwhile
  public static @Nullable CompletableFuture<WriteResult> store(
      Document document,
      Source source,
      DocumentCollection to,
      LookupRequest near,
      OnDuplicate onDuplicate,
      StopSignal stop) {
    Instant expiresAt = document.revision().expiresAt();
    NewDocument copy =
        new NewDocument(
            document.id(),
            source,
            document.metadata(),
            near,
            onDuplicate,
            expiresAt == null ? null : new Expiry(expiresAt),
            verdict(document, to),
            Precondition.NONE);
    try {
      return to.store(to.prepare(copy, stop));
    } catch (RequestException e) {
      if (e.kind() == Fault.INVALID && e.field().equals("expiresAt")) {
        return null;
      }
      throw e;
    }
  }
}

package io.neardup.service.collection;

import io.neardup.index.Plan;
import io.neardup.index.StopSignal;
import io.neardup.profile.Content;
import io.neardup.service.Awaited;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.Source;
import io.neardup.service.lookup.Guarantee;
import io.neardup.service.write.Expiry;
import io.neardup.service.write.NewDocument;
import io.neardup.service.write.Precondition;
import io.neardup.service.write.WriteResult;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.Revision;
import io.neardup.store.Verdict;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// Copies documents to a collection of this process.
///
/// @param stop checked before each document
public record LocalCopies(DocumentCollection to, CopyRule rule, StopSignal stop) {

  /// The outcome for one document.
  ///
  /// @param duplicateOf the nearest near-duplicate if it was skipped for that reason, else null
  /// @param guarantee of the near-duplicate lookup, null without one
  public record Copied(
      String id, Outcome outcome, @Nullable String duplicateOf, @Nullable Guarantee guarantee) {

    static Copied of(String id, Outcome outcome) {
      return new Copied(id, outcome, null, null);
    }
  }

  public enum Outcome {
    /// It was stored under a new id.
    ADDED,
    /// It was stored as the next version of the document with that id.
    REPLACED,
    /// It was not stored, because it has near-duplicates.
    SKIPPED,
    /// It was not stored, because it has expired.
    EXPIRED,
    /// It was not stored, because there is nothing to compute its fingerprint from.
    WITHOUT_TEXT
  }

  /// Stores copies of documents, with their metadata, verdicts and expiry. Returns once they are
  /// durable.
  ///
  /// @param documents with their texts, not many
  /// @return what became of each
  public List<Copied> store(List<Put> documents) {
    List<CompletableFuture<Copied>> begun =
        documents.stream().map(each -> begin(each.id(), each.revision())).toList();
    return begun.stream().map(Awaited::of).toList();
  }

  private CompletableFuture<Copied> begin(String id, Revision revision) {
    stop.check();
    Source source = source(revision);
    if (source == null) {
      return CompletableFuture.completedFuture(Copied.of(id, Outcome.WITHOUT_TEXT));
    }
    Instant expiresAt = revision.expiresAt();
    NewDocument copy =
        new NewDocument(
            id,
            source,
            revision.metadata(),
            rule.near(),
            rule.onDuplicate(),
            expiresAt == null ? null : new Expiry(expiresAt),
            verdict(revision),
            Precondition.NONE,
            null,
            null);
    try {
      return to.store(to.prepare(copy, stop)).thenApply(LocalCopies::copied);
    } catch (RequestException e) {
      if (e.kind() == Fault.INVALID && e.field().equals("expiresAt")) {
        return CompletableFuture.completedFuture(Copied.of(id, Outcome.EXPIRED));
      }
      throw e;
    }
  }

  /// What to fingerprint the copy from; null if there is nothing.
  private @Nullable Source source(Revision revision) {
    if (revision.text() != null) {
      return new Source.OfContent(new Content.Text(revision.text()));
    }
    return rule.byFingerprint() && isOfProfile(revision)
        ? new Source.OfFingerprint(revision.fingerprint().toString())
        : null;
  }

  /// The verdict for a copy. In another profile, there is no fingerprint of the judged text.
  private Verdict verdict(Revision revision) {
    return isOfProfile(revision) ? revision.verdict() : revision.verdict().onCopy();
  }

  private boolean isOfProfile(Revision revision) {
    return revision.profile().equals(to.profile().name());
  }

  private static Copied copied(WriteResult written) {
    Plan plan = written.duplicates().plan();
    boolean skipped = written.outcome() == WriteResult.Outcome.SKIPPED;
    return new Copied(
        written.id(),
        switch (written.outcome()) {
          case ADDED -> Outcome.ADDED;
          case REPLACED -> Outcome.REPLACED;
          case SKIPPED -> Outcome.SKIPPED;
        },
        skipped ? written.duplicates().matches().getFirst().document().id() : null,
        plan.kind() == Plan.Kind.NONE ? null : Guarantee.of(plan));
  }
}

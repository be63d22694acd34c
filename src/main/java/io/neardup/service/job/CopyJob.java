package io.neardup.service.job;

import io.neardup.service.Choice;
import io.neardup.service.collection.CopyRule;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.LocalCopies.Copied;
import io.neardup.service.collection.WriteBatch;
import io.neardup.service.job.JobKind.JobScope;
import io.neardup.service.job.JobKind.JobWork;
import io.neardup.service.job.JobRequest.CopyJobRequest;
import io.neardup.service.join.JoinResult;
import io.neardup.service.lookup.BriefMemory;
import io.neardup.service.lookup.DocumentFilter;
import io.neardup.service.lookup.Guarantee;
import io.neardup.service.lookup.Lookup;
import io.neardup.service.lookup.LookupRequest;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.service.peer.PeerCalls;
import io.neardup.service.peer.PeerCopies;
import io.neardup.service.write.OnDuplicate;
import io.neardup.store.Document;
import io.neardup.store.DocumentEvent.Put;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Stores the documents of a collection in another one, under the same ids: from their texts if
/// these are stored, else by their fingerprints if both collections have the same profile. Its
/// results are the documents that were not stored. Counts: added, replaced, skipped, withoutText.
/// If near-duplicates are looked up, the least that any of these lookups guarantees to find is that
/// of the job.
public final class CopyJob {

  private CopyJob() {}

  /// The kind.
  ///
  /// @param peers to which documents are copied
  public static JobKind<CopyJobRequest> kind(PeerCalls peers) {
    return new JobKind<>(
        CopyJobRequest.class,
        List.of("id", "outcome", "duplicateOf"),
        (request, scope) -> prepare(peers, request, scope));
  }

  private static JobWork prepare(PeerCalls peers, CopyJobRequest request, JobScope scope) {
    DocumentCollection target =
        scope.other("to", JobKind.required(request.to(), "to", "name the target collection"));
    OnDuplicate onDuplicate = Choice.of("onDuplicate", request.onDuplicate(), OnDuplicate.ADD);
    LookupRequest requested = request.lookup().withLimit(1);
    Lookup _ = target.lookup(requested); // refuses numbers out of range
    MetadataFilter filter = requested.filter();
    LookupRequest lookup =
        onDuplicate == OnDuplicate.ADD
            ? LookupRequest.NOTHING
            : requested.withFilter(MetadataFilter.NONE);
    CopyRule rule = new CopyRule(lookup, onDuplicate, true);
    DocumentCollection from = scope.collection();
    return context -> {
      context.progress(from.size()); // with a filter, the end comes earlier
      Least least = new Least();
      try (WriteBatch<Put> batch =
          new WriteBatch<>(
              context,
              context::wrote,
              (part, memory) -> {
                context
                    .patiently(
                        peers,
                        target,
                        () -> {
                          try (BriefMemory attempt = new BriefMemory(memory)) {
                            return new PeerCopies(peers, from, target, rule, context.id(), attempt)
                                .store(part);
                          }
                        })
                    .forEach(copied -> report(copied, least, context));
                context.joined(least.result());
              })) {
        batch.each(from, DocumentFilter.of(filter), any -> true, document -> whole(document, from));
      }
    };
  }

  /// A document of a page with its text.
  private static Put whole(Document document, DocumentCollection from) {
    String text = from.documents().text(document.id()).orElse(null);
    return new Put(
        from.name(),
        document.id(),
        document.revision().with(document.metadata(), text, null),
        document.updatedAt());
  }

  private static void report(Copied copied, Least least, JobContext context) {
    least.add(copied.guarantee());
    context.did(1);
    switch (copied.outcome()) {
      case ADDED, REPLACED -> context.count(copied.outcome().name().toLowerCase(Locale.ROOT), 1);
      case SKIPPED -> {
        context.count("skipped", 1);
        context.append(new DocumentOutcome(copied.id(), "skipped", null, copied.duplicateOf()));
      }
      case WITHOUT_TEXT -> {
        context.count("withoutText", 1);
        context.append(DocumentOutcome.of(copied.id(), "withoutText"));
      }
      case EXPIRED -> {
        // Nothing is left to be copied.
      }
    }
  }

  /// What lookups guarantee to find, at least.
  private static final class Least {

    private @Nullable Guarantee least;
    private int lookups;

    /// @param next null if copies of any kind are stored, or the text has no features
    void add(@Nullable Guarantee next) {
      if (next != null) {
        lookups++;
        least = least == null ? next : least.and(next);
      }
    }

    /// Null without a lookup.
    @Nullable JoinResult result() {
      return least == null ? null : JoinResult.of(lookups, lookups, least);
    }
  }
}

package io.neardup.service.job;

import io.neardup.index.Plan;
import io.neardup.profile.Content;
import io.neardup.service.Choice;
import io.neardup.service.Source;
import io.neardup.service.collection.CollectionCopy;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.job.JobKind.JobScope;
import io.neardup.service.job.JobKind.JobWork;
import io.neardup.service.job.JobRequest.CopyJobRequest;
import io.neardup.service.join.JoinResult;
import io.neardup.service.lookup.DocumentFilter;
import io.neardup.service.lookup.DocumentPage;
import io.neardup.service.lookup.Lookup;
import io.neardup.service.lookup.LookupRequest;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.service.write.OnDuplicate;
import io.neardup.service.write.WriteResult;
import io.neardup.store.Document;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Stores the documents of a collection in another one, under the same ids: from their texts if
/// these are stored, else by their fingerprints if both collections have the same profile. Its
/// results are the documents that were not stored. Counts: added, replaced, skipped, withoutText.
/// If near-duplicates are looked up, the least that any of these lookups guarantees to find is that
/// of the job.
public final class CopyJob {

  private static final int PAGE = 200;

  private CopyJob() {}

  /// The kind.
  public static JobKind<CopyJobRequest> kind() {
    return new JobKind<>(
        CopyJobRequest.class, List.of("id", "outcome", "duplicateOf"), CopyJob::prepare);
  }

  private static JobWork prepare(CopyJobRequest request, JobScope scope) {
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
    return context -> copy(scope.collection(), target, filter, lookup, onDuplicate, context);
  }

  private static void copy(
      DocumentCollection from,
      DocumentCollection target,
      MetadataFilter filter,
      LookupRequest lookup,
      OnDuplicate onDuplicate,
      JobContext context) {
    Guarantee guarantee = new Guarantee();
    context.progress(from.size()); // with a filter, the end comes earlier
    String after = "";
    boolean more = true;
    while (more) {
      context.check();
      DocumentPage page = from.everywhere().page(after, PAGE, DocumentFilter.of(filter));
      try (TextWrites<WriteResult> writes =
          new TextWrites<>(
              context,
              written -> {
                guarantee.add(written.duplicates().plan());
                report(written, context);
              })) {
        for (Document document : page.documents()) {
          context.check();
          writes.add(
              from.everywhere().contentBytes(document.id()),
              memory -> {
                Source source = source(document, from, target);
                if (source == null) {
                  context.count("withoutText", 1);
                  context.append(DocumentOutcome.of(document.id(), "withoutText"));
                  return null;
                }
                return CollectionCopy.store(document, source, target, lookup, onDuplicate, memory);
              });
        }
        writes.finish();
      }
      context.joined(guarantee.result());
      context.did(page.documents().size());
      more = page.next() != null;
      after = Objects.requireNonNullElse(page.next(), after);
    }
  }

  private static void report(WriteResult written, JobContext context) {
    context.count(written.outcome().name().toLowerCase(Locale.ROOT), 1);
    if (written.outcome() == WriteResult.Outcome.SKIPPED) {
      context.append(
          new DocumentOutcome(
              written.id(),
              "skipped",
              null,
              written.duplicates().matches().getFirst().document().id()));
    }
  }

  /// What lookups guarantee to find, at least.
  private static final class Guarantee {

    private @Nullable Plan leastPlan;
    private int exactTo = Integer.MAX_VALUE;
    private int lookups;

    void add(Plan plan) {
      if (plan.kind() == Plan.Kind.NONE) {
        return; // copies of any kind are stored, or the text has no features
      }
      lookups++;
      exactTo = Math.min(exactTo, plan.exactTo());
      leastPlan = leastPlan == null || plan.recall() < leastPlan.recall() ? plan : leastPlan;
    }

    /// Null without a lookup.
    @Nullable JoinResult result() {
      return leastPlan == null
          ? null
          : JoinResult.of(
              lookups,
              lookups,
              leastPlan.maxDistance(),
              leastPlan.kind().name(),
              exactTo,
              leastPlan.recall());
    }
  }

  /// What to compute the fingerprint of the copy from; null if there is nothing.
  private static @Nullable Source source(
      Document document, DocumentCollection source, DocumentCollection target) {
    String text = source.text(document.id()).orElse(null);
    if (text != null) {
      return new Source.OfContent(new Content.Text(text));
    }
    return source.profile().equals(target.profile())
        ? new Source.OfFingerprint(document.fingerprint().toString())
        : null;
  }
}

package io.neardup.service.write;

import io.neardup.index.Plan;
import io.neardup.index.StopSignal;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.lookup.ContentHasher;
import io.neardup.service.lookup.Documents;
import io.neardup.service.lookup.IndexedDocument;
import io.neardup.service.lookup.LiveDocuments;
import io.neardup.service.lookup.Lookup;
import io.neardup.service.lookup.LookupResult;
import io.neardup.service.lookup.LookupResult.NearDocument;
import io.neardup.service.lookup.NearbyDocuments;
import io.neardup.service.lookup.NearbyDocuments.Found;
import io.neardup.simhash.Fingerprint;
import io.neardup.store.Document;
import io.neardup.store.DocumentEvent.Put;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// Finds the near-duplicates of a document to be decided on, among documents on disk and decided
/// writes that are not on disk yet.
/* The search of the index, which may take long, runs before the lock is taken. It records `from`, the
sequence number before which all writes are in the index, and then searches; under the lock only the
writes from `from` on need to be compared. A match of the index counts if no recent write concerns its id;
a recent write counts if it is the latest of its id. If the two cannot be merged (the recent writes do not
reach back to `from`, a write has failed since, or too few matches remain), the search is repeated under
the lock. */
final class CandidateSearch {

  private final Documents stored;
  private final PendingWrites recent;
  private final Clock clock;

  CandidateSearch(Documents stored, PendingWrites recent, Clock clock) {
    this.stored = stored;
    this.recent = recent;
    this.clock = clock;
  }

  /// The result of the search before the lock is taken.
  ///
  /// @param from the sequence number before which all writes were in the index
  /// @param view the recent writes at that time
  /// @param found the matches of the index, null if no lookup was requested
  /// @param allowing the allowed documents within the distance
  /// @param recent the recent writes within the distance that may not be in an index yet
  record Search(
      long from,
      PendingWrites.View view,
      @Nullable Found found,
      @Nullable Found allowing,
      List<PendingWrite> recent) {}

  /// Searches the index, before the lock is taken.
  ///
  /// @param stop checked periodically
  Search search(IncomingDocument incoming, StopSignal stop) {
    return search(incoming, incoming.near(), stop);
  }

  /// Searches the index under the lock, without a stop signal: the decision needs a complete
  /// result.
  private Search searchAgain(IncomingDocument incoming, Lookup lookup) {
    return search(incoming, lookup, StopSignal.NEVER);
  }

  private Search search(IncomingDocument incoming, Lookup lookup, StopSignal stop) {
    long from = recent.settled();
    PendingWrites.View view = recent.view();
    if (!incoming.isLookedUp()) {
      return new Search(from, view, null, null, List.of());
    }
    Fingerprint query = incoming.made().fingerprint();
    NearbyDocuments found = stored.near(query, lookup, incoming.id(), incoming.id(), stop);
    requireComplete(incoming, found);
    return new Search(
        from,
        view,
        found.reported(),
        found.allowing(),
        view.near(query, reach(lookup), from, view.next()));
  }

  /// A decision that depends on near-duplicates needs all partitions.
  private static void requireComplete(IncomingDocument incoming, NearbyDocuments found) {
    if (incoming.onDuplicate() != OnDuplicate.ADD
        && found.missing() != null
        && !found.missing().isEmpty()) {
      throw new RequestException(
          Fault.UNAVAILABLE,
          "onDuplicate",
          "cannot be decided: partitions "
              + found.missing()
              + " did not answer; try again, or store with onDuplicate=add");
    }
  }

  private static int reach(Lookup lookup) {
    return Math.max(lookup.maxDistance(), lookup.allowedWithin());
  }

  /// The near-duplicates of a document at the time of the decision.
  ///
  /// @param documents its near-duplicates; empty if its text is allowed
  /// @param truncated whether more exist
  /// @param allowedBy the nearest allowed document within the distance, null if there is none
  /// @param inFlight those of them that are not on disk yet
  record Near(
      List<NearDocument> documents,
      boolean truncated,
      Found found,
      @Nullable String allowedBy,
      List<PendingWrite> inFlight) {

    /// Completes when those that were not on disk yet are; fails if one is not stored.
    CompletableFuture<?> settled() {
      return CompletableFuture.allOf(
          inFlight.stream().map(PendingWrite::durable).toArray(CompletableFuture[]::new));
    }

    /// Completes when another result is there, and they are on disk.
    <T> CompletableFuture<T> whenDurable(CompletableFuture<T> own) {
      return inFlight.isEmpty() ? own : settled().thenCombine(own, (nothing, result) -> result);
    }

    /// What a write is answered about them.
    ///
    /// @param matches those of them that are near-duplicates
    LookupResult answer(
        IncomingDocument incoming, List<NearDocument> matches, @Nullable String allowed) {
      int limit = incoming.listed();
      boolean more = matches.size() > limit;
      return new LookupResult(
          incoming.made(),
          incoming.near().maxDistance(),
          found.plan(),
          ContentHasher.mark(
              more ? matches.subList(0, limit) : matches, incoming.draft().contentHash()),
          allowed == null && truncated || more,
          found.candidates(),
          allowed,
          null);
    }
  }

  /// The near-duplicates at present. Called under the lock.
  Near near(IncomingDocument incoming, Search before) {
    Lookup lookup = incoming.near();
    Near near = merge(incoming, before, lookup);
    while (near == null) {
      near = merge(incoming, searchAgain(incoming, lookup), lookup);
      lookup = lookup.widened();
    }
    boolean all = incoming.onDuplicate() == OnDuplicate.REPLACE;
    while (all && near.truncated) {
      lookup = lookup.widened();
      Near wider = merge(incoming, searchAgain(incoming, lookup), lookup);
      near = wider == null ? near : wider;
    }
    return near;
  }

  /// @return null if the search must be repeated
  private @Nullable Near merge(IncomingDocument incoming, Search search, Lookup lookup) {
    if (search.found == null || search.allowing == null) {
      boolean asked = incoming.listed() > 0;
      Plan plan = asked ? stored.plan(lookup) : Plan.none(lookup.maxDistance());
      return new Near(List.of(), false, new Found(List.of(), false, plan, 0), null, List.of());
    }
    PendingWrites.View now = recent.view();
    if (!now.reachesBackTo(search.from)) {
      return null;
    }
    Merged reported = new Merged(search.found, search.from);
    Merged allowing = new Merged(search.allowing, search.from);
    Fingerprint query = incoming.made().fingerprint();
    List<PendingWrite> candidates = new ArrayList<>(search.recent);
    candidates.addAll(now.near(query, reach(lookup), search.view.next(), now.next()));
    for (PendingWrite write : candidates) {
      IndexedDocument indexed = write.indexed();
      if (indexed == null || !counts(write, incoming)) {
        continue;
      }
      int distance = indexed.fingerprint().distance(query);
      if (indexed.allows() && distance <= lookup.allowedWithin()) {
        allowing.add(write, distance);
      } else if (!indexed.allows() && distance <= lookup.maxDistance()) {
        reported.add(write, distance);
      }
    }
    Merged decisive = allowing.documents.isEmpty() ? reported : allowing;
    boolean tooFew =
        decisive == reported && (reported.hasLost(lookup.limit()) || allowing.hasLost(1));
    if (tooFew || recent.hasFailedSince(search.from)) {
      return null;
    }
    decisive.documents.sort(LiveDocuments.NEAREST_FIRST);
    return decisive == allowing
        ? new Near(List.of(), false, search.found, allowing.first(), allowing.inFlight)
        : new Near(
            reported.documents, search.found.truncated(), search.found, null, reported.inFlight);
  }

  /// The matches of the index that have not changed since, and the writes decided since.
  private final class Merged {

    private final boolean truncated;
    private final List<NearDocument> documents = new ArrayList<>();
    private final List<PendingWrite> inFlight = new ArrayList<>();

    Merged(Found found, long from) {
      truncated = found.truncated();
      for (NearDocument match : found.near()) {
        PendingWrite latest = recent.latest(match.document().id());
        if (latest == null || latest.sequence() < from) {
          documents.add(match);
        }
      }
    }

    void add(PendingWrite write, int distance) {
      Document document = document(write);
      if (document != null) {
        documents.add(new NearDocument(document, distance, false));
        inFlight.add(write);
      }
    }

    /// Whether the index may contain further matches in place of those that have changed.
    boolean hasLost(int requested) {
      return truncated && documents.size() < requested;
    }

    String first() {
      return documents.getFirst().document().id();
    }
  }

  private boolean counts(PendingWrite write, IncomingDocument incoming) {
    return recent.latest(write.id()) == write
        && !write.id().equals(incoming.id())
        && !write.isExpired(clock.instant());
  }

  /// The stored revision of a write, from memory or, if it is there already, from disk.
  private @Nullable Document document(PendingWrite write) {
    Put put = write.put();
    return put != null
        ? Document.of(put)
        : stored.stored(write.id()).map(Document::of).orElse(null);
  }
}

package io.neardup.service.write;

import io.neardup.index.Plan;
import io.neardup.index.StopSignal;
import io.neardup.service.lookup.IndexedDocument;
import io.neardup.service.lookup.LiveDocuments;
import io.neardup.service.lookup.LiveDocuments.Found;
import io.neardup.service.lookup.Lookup;
import io.neardup.service.lookup.LookupResult.NearDocument;
import io.neardup.service.write.WriteDecider.Incoming;
import io.neardup.simhash.Fingerprint;
import io.neardup.store.Document;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.Logged;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Finds what is near a document that is to be decided about: on disk, and decided but not there
/// yet.
/* The search of the index, which may take long, is done before the lock. It notes `from`, the number
before which all writes are in the index, and then searches; under the lock it is enough to look at
the writes from `from` on. A match of the index counts if no recent write is about its id; a recent
write counts if it is the latest of its id. Where that does not hold together (the recent writes do
not reach back to `from`, a write has failed since, or matches that went leave too few), the search
is done again under the lock. */
final class CandidateSearch {

  private final LiveDocuments stored;
  private final PendingWrites recent;
  private final Clock clock;

  CandidateSearch(LiveDocuments stored, PendingWrites recent, Clock clock) {
    this.stored = stored;
    this.recent = recent;
    this.clock = clock;
  }

  /// What was found before the lock was taken.
  ///
  /// @param from the number before which all writes were in the index when it was searched
  /// @param view the writes of that time
  /// @param found what is reported of it, null if nothing was asked for
  /// @param allowing the allowed documents near it
  /// @param recent the writes of that time that are near and may not be in an index
  record Search(
      long from,
      PendingWrites.View view,
      @Nullable Found found,
      @Nullable Found allowing,
      List<PendingWrite> recent) {}

  /// Searches the index, before the lock is taken.
  ///
  /// @param stop whether it goes on while it takes long
  Search search(Incoming incoming, StopSignal stop) {
    return search(incoming, incoming.near(), stop);
  }

  /// Searches the index under the lock, to its end however long that takes: a decision must know
  /// all that it is about.
  private Search searchAgain(Incoming incoming, Lookup lookup) {
    return search(incoming, lookup, StopSignal.NEVER);
  }

  private Search search(Incoming incoming, Lookup lookup, StopSignal stop) {
    long from = recent.settled();
    PendingWrites.View view = recent.view();
    if (!incoming.isLookedUp()) {
      return new Search(from, view, null, null, List.of());
    }
    Fingerprint query = incoming.made().fingerprint();
    return new Search(
        from,
        view,
        stored.search(query, lookup, incoming.id(), stop),
        stored.allowing(query, lookup, incoming.id(), stop),
        view.near(query, reach(lookup), from, view.next()));
  }

  private static int reach(Lookup lookup) {
    return Math.max(lookup.maxDistance(), lookup.allowedWithin());
  }

  /// What is near a document, in the state that the decision is about.
  ///
  /// @param documents its near-duplicates; none if its text is allowed
  /// @param truncated whether there is more of it
  /// @param allowedBy the allowed document nearest to it, null if there is none
  /// @param inFlight what of it is not on disk yet
  record Near(
      List<NearDocument> documents,
      boolean truncated,
      Found found,
      @Nullable String allowedBy,
      List<PendingWrite> inFlight) {}

  /// What is near by now. Under the lock.
  Near near(Incoming incoming, Search before) {
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

  /// @return null if the search has to be done again
  private @Nullable Near merge(Incoming incoming, Search search, Lookup lookup) {
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

  /// What was found in an index and has not changed since, and what was decided since.
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
      Put put = put(write);
      if (put != null) {
        documents.add(new NearDocument(Document.of(put), distance, false));
        inFlight.add(write);
      }
    }

    /// Whether the index may have others in place of those that have changed.
    boolean hasLost(int wanted) {
      return truncated && documents.size() < wanted;
    }

    String first() {
      return documents.getFirst().document().id();
    }
  }

  private boolean counts(PendingWrite write, Incoming incoming) {
    return recent.latest(write.id()) == write
        && !write.id().equals(incoming.id())
        && !write.isExpired(clock.instant());
  }

  /// What a write stores, from memory or, if it is there already, from disk.
  private @Nullable Put put(PendingWrite write) {
    Put put = write.put();
    return put != null ? put : stored.stored(write.id()).map(Logged::event).orElse(null);
  }
}

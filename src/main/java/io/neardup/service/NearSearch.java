package io.neardup.service;

import io.neardup.index.Plan;
import io.neardup.index.StopSignal;
import io.neardup.service.Decider.Incoming;
import io.neardup.service.Duplicates.NearDocument;
import io.neardup.service.StoredDocuments.Found;
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
final class NearSearch {

  private final StoredDocuments stored;
  private final RecentWrites recent;
  private final Clock clock;

  NearSearch(StoredDocuments stored, RecentWrites recent, Clock clock) {
    this.stored = stored;
    this.recent = recent;
    this.clock = clock;
  }

  /// What was found before the lock was taken.
  ///
  /// @param from the number before which all writes were in the index when it was searched
  /// @param view the writes of that time
  /// @param recent those of them that are near and may not be in the index
  record Search(
      long from, RecentWrites.View view, @Nullable Found found, List<DecidedWrite> recent) {}

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
    RecentWrites.View view = recent.view();
    if (!incoming.isLookedUp()) {
      return new Search(from, view, null, List.of());
    }
    Fingerprint query = incoming.made().fingerprint();
    return new Search(
        from,
        view,
        stored.search(query, lookup, incoming.id(), stop),
        view.near(query, lookup.maxDistance(), from, view.next()));
  }

  /// What is near a document, in the state that the decision is about.
  ///
  /// @param truncated whether there is more of it
  /// @param inFlight what of it is not on disk yet
  record Near(
      List<NearDocument> documents, boolean truncated, Found found, List<DecidedWrite> inFlight) {}

  /// What is near by now. Under the lock.
  Near near(Incoming incoming, Search before) {
    Lookup lookup = incoming.near();
    Near near = merge(incoming, before, lookup);
    while (near == null) {
      near = merge(incoming, searchAgain(incoming, lookup), lookup);
      lookup = widened(lookup);
    }
    boolean all = incoming.onDuplicate() == OnDuplicate.REPLACE;
    while (all && near.truncated) {
      lookup = widened(lookup);
      Near wider = merge(incoming, searchAgain(incoming, lookup), lookup);
      near = wider == null ? near : wider;
    }
    return near;
  }

  private static Lookup widened(Lookup lookup) {
    int limit = (int) Math.min(Integer.MAX_VALUE - 1, 4L * lookup.limit());
    return new Lookup(
        lookup.maxDistance(), lookup.recall(), limit, lookup.nearest(), lookup.filter());
  }

  /// @return null if the search has to be done again
  private @Nullable Near merge(Incoming incoming, Search search, Lookup lookup) {
    Found found = search.found;
    if (found == null) {
      boolean asked = incoming.listed() > 0;
      Plan plan = asked ? stored.plan(lookup) : Plan.none(lookup.maxDistance());
      Found nothing = new Found(List.of(), false, plan, 0);
      return new Near(List.of(), false, nothing, List.of());
    }
    RecentWrites.View now = recent.view();
    if (!now.reachesBackTo(search.from)) {
      return null;
    }
    List<NearDocument> near = new ArrayList<>();
    for (NearDocument match : found.near()) {
      DecidedWrite latest = recent.latest(match.document().id());
      if (latest == null || latest.sequence() < search.from) {
        near.add(match);
      }
    }
    boolean tooFew = found.truncated() && near.size() < lookup.limit();
    List<DecidedWrite> inFlight = new ArrayList<>();
    Fingerprint query = incoming.made().fingerprint();
    List<DecidedWrite> candidates = new ArrayList<>(search.recent);
    candidates.addAll(now.near(query, lookup.maxDistance(), search.view.next(), now.next()));
    for (DecidedWrite write : candidates) {
      Put put = counts(write, incoming) ? put(write) : null;
      if (put != null) {
        int distance = put.revision().fingerprint().distance(query);
        near.add(new NearDocument(Document.of(put), distance, false));
        inFlight.add(write);
      }
    }
    if (tooFew || recent.hasFailedSince(search.from)) {
      return null;
    }
    near.sort(StoredDocuments.NEAREST_FIRST);
    return new Near(near, found.truncated(), found, inFlight);
  }

  private boolean counts(DecidedWrite write, Incoming incoming) {
    return recent.latest(write.id()) == write
        && !write.id().equals(incoming.id())
        && !write.isExpired(clock.instant());
  }

  /// What a write stores, from memory or, if it is there already, from disk.
  private @Nullable Put put(DecidedWrite write) {
    Put put = write.put();
    return put != null ? put : stored.stored(write.id()).map(Logged::event).orElse(null);
  }
}

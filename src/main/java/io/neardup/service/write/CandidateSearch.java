package io.neardup.service.write;

import io.neardup.index.StopSignal;
import io.neardup.service.LazyVector;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.lookup.BriefMemory;
import io.neardup.service.lookup.CandidateCheck;
import io.neardup.service.lookup.IndexedDocument;
import io.neardup.service.lookup.LiveDocuments;
import io.neardup.service.lookup.Lookup;
import io.neardup.service.lookup.NearbyDocuments;
import io.neardup.service.lookup.NearbyDocuments.Found;
import io.neardup.service.lookup.NearbyDocuments.NearDocument;
import io.neardup.service.lookup.NearbyDocuments.Verified;
import io.neardup.simhash.FeatureVector;
import io.neardup.simhash.Fingerprint;
import io.neardup.store.Document;
import io.neardup.store.DocumentEvent.Put;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// Finds the near-duplicates of an incoming document, among the documents on disk and the decided
/// writes that are still pending.
/* The index search may take long, so it runs before the lock is taken. It records `from`, the sequence number
before which all writes are in the index, and then searches; under the lock only the writes from `from` on need
to be compared. An index match counts if no recent write concerns its id; a recent write counts if it is the
latest of its id. If the two cannot be merged (the recent writes do not reach back to `from`, a write has failed
since, or too few matches remain), the search is repeated under the lock. */
record CandidateSearch(LiveDocuments stored, PendingWrites pendingWrites, Clock clock) {

  /// The result of the search that runs before the lock is taken.
  ///
  /// @param lookup what was searched
  /// @param from the sequence number before which all writes were in the index
  /// @param view the recent writes at that time
  /// @param near the matches from the index, null if no lookup was requested
  /// @param pendingWrites the recent writes within the distance that may not be in an index yet
  record Search(
      Lookup lookup,
      long from,
      PendingWrites.View view,
      @Nullable NearbyDocuments near,
      List<PendingWrite> pendingWrites) {}

  /// Searches the index, before the lock is taken. If memory does not suffice for the requested
  /// number of matches, it lists fewer: similar documents must not cause a document to be refused.
  ///
  /// @param stop checked periodically
  Search search(IncomingDocument incoming, StopSignal stop) {
    Lookup lookup = incoming.near();
    while (true) {
      BriefMemory memory = new BriefMemory(stop);
      try {
        return search(incoming, lookup, memory);
      } catch (RequestException e) {
        memory.release();
        if (e.kind() != Fault.TOO_LARGE || lookup.limit() == 0) {
          throw e;
        }
        lookup = lookup.narrowed();
      }
    }
  }

  /// @param stop none under the lock: the decision needs a complete result
  private Search search(IncomingDocument incoming, Lookup lookup, StopSignal stop) {
    long from = pendingWrites.settled();
    PendingWrites.View view = pendingWrites.view();
    if (!incoming.isLookedUp()) {
      return new Search(lookup, from, view, null, List.of());
    }
    Fingerprint query = incoming.made().fingerprint();
    NearbyDocuments near = stored.near(incoming.made(), lookup, stop);
    return new Search(lookup, from, view, near, view.near(query, reach(lookup), from, view.next()));
  }

  private static int reach(Lookup lookup) {
    return Math.max(lookup.reach(), lookup.allowedWithin());
  }

  /// The near-duplicates at the time of the decision.
  ///
  /// @param found the documents, decided writes included
  /// @param inFlight the pending writes among the deciding documents: the allowed ones, or else the
  ///   near-duplicates
  record Near(NearbyDocuments found, List<PendingWrite> inFlight) {

    /// Completes when the writes in flight are on disk; fails if one of them is not stored.
    CompletableFuture<?> settled() {
      return CompletableFuture.allOf(
          inFlight.stream().map(PendingWrite::durable).toArray(CompletableFuture[]::new));
    }

    /// Completes when `own` has, and the writes in flight are on disk.
    <T> CompletableFuture<T> whenDurable(CompletableFuture<T> own) {
      return inFlight.isEmpty() ? own : settled().thenCombine(own, (nothing, result) -> result);
    }
  }

  /// The current near-duplicates. Called under the lock.
  Near near(IncomingDocument incoming, Search before) {
    Lookup lookup = incoming.near();
    Near near = merge(incoming, before);
    while (near == null) {
      near = merge(incoming, search(incoming, lookup, StopSignal.NEVER));
      lookup = lookup.widened();
    }
    boolean all = incoming.onDuplicate() == OnDuplicate.REPLACE;
    while (all && near.found.allowedBy() == null && near.found.reported().truncated()) {
      lookup = lookup.widened();
      Near wider = merge(incoming, search(incoming, lookup, StopSignal.NEVER));
      near = wider == null ? near : wider;
    }
    return near;
  }

  /// @return null if the search must be repeated
  private @Nullable Near merge(IncomingDocument incoming, Search search) {
    Lookup lookup = search.lookup;
    if (search.near == null) {
      return new Near(incoming.unsearched(stored), List.of());
    }
    PendingWrites.View now = pendingWrites.view();
    if (!now.reachesBackTo(search.from)) {
      return null;
    }
    CandidateCheck check = new CandidateCheck(lookup, incoming.made());
    Merged reported = new Merged(search.near.reported(), search.from);
    Merged allowing = new Merged(search.near.allowing(), search.from);
    Fingerprint query = incoming.made().fingerprint();
    List<PendingWrite> candidates = new ArrayList<>(search.pendingWrites);
    candidates.addAll(now.near(query, reach(lookup), search.view.next(), now.next()));
    for (PendingWrite write : candidates) {
      IndexedDocument indexed = write.indexed();
      if (indexed == null || !counts(write, incoming)) {
        continue;
      }
      int distance = indexed.fingerprint().distance(query);
      Document document = document(write);
      if (document == null) {
        continue;
      }
      if (!indexed.allows()) {
        reported.add(write, check.match(document, distance, () -> features(write, incoming)));
      } else if (distance <= lookup.allowedWithin()) {
        allowing.add(write, new NearDocument(document, distance, null, false));
      }
    }
    Merged decisive = allowing.documents.isEmpty() ? reported : allowing;
    boolean tooFew =
        decisive == reported && (reported.hasLost(lookup.limit()) || allowing.hasLost(1));
    if (tooFew || pendingWrites.hasFailedSince(search.from)) {
      return null;
    }
    return new Near(
        new NearbyDocuments(reported.found(check.verified()), allowing.found(Verified.NONE)),
        decisive.inFlight);
  }

  /// The index matches that are still current, and the writes decided since the search.
  private final class Merged {

    private final Found before;
    private final List<NearDocument> documents = new ArrayList<>();
    private final List<PendingWrite> inFlight = new ArrayList<>();

    Merged(Found found, long from) {
      before = found;
      for (NearDocument match : found.near()) {
        PendingWrite latest = pendingWrites.latest(match.document().id());
        if (latest == null || latest.sequence() < from) {
          documents.add(match);
        }
      }
    }

    void add(PendingWrite write, @Nullable NearDocument match) {
      if (match != null) {
        documents.add(match);
        inFlight.add(write);
      }
    }

    /// Whether too few matches of a truncated list are left, so that the index may hold others to
    /// list instead.
    boolean hasLost(int requested) {
      return before.truncated() && documents.size() < requested;
    }

    Found found(Verified more) {
      documents.sort(NearDocument.NEAREST_FIRST);
      return new Found(
          documents,
          before.truncated(),
          before.plan(),
          before.candidates(),
          before.verified().plus(more));
    }
  }

  private boolean counts(PendingWrite write, IncomingDocument incoming) {
    Document head = write.head();
    return head != null
        && pendingWrites.latest(write.id()) == write
        && !write.id().equals(incoming.id())
        && !head.isExpired(clock.instant());
  }

  /// The features of a write, from memory, or from disk once it is durable.
  private @Nullable FeatureVector features(PendingWrite write, IncomingDocument incoming) {
    LazyVector pending = write.vector(incoming.made().profile());
    return pending == null ? stored.vector(write.id(), incoming.made().profile()) : pending.get();
  }

  /// The stored revision of a write, from memory, or from disk once it is durable.
  private @Nullable Document document(PendingWrite write) {
    Put put = write.put();
    return put != null ? Document.of(put).withoutText() : stored.stored(write.id()).orElse(null);
  }
}

package io.neardup.service;

import io.neardup.service.DecidedWrite.Earlier;
import io.neardup.service.Duplicates.NearDocument;
import io.neardup.service.Stored.Outcome;
import io.neardup.service.StoredDocuments.Found;
import io.neardup.simhash.Fingerprint;
import io.neardup.store.Document;
import io.neardup.store.DocumentDirectory.Entry;
import io.neardup.store.DocumentEvent;
import io.neardup.store.DocumentEvent.Delete;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.DocumentLog;
import io.neardup.store.DocumentLog.Answer;
import io.neardup.store.Logged;
import io.neardup.store.Position;
import io.neardup.store.Revision;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Decides about writes to a collection, one at a time, and hands them to the log in that order.
/* ```
any thread     search the index ──► lock ─ look at what was decided since ─ decide ─ append ─ unlock
committer                                                       sync ──► index ──► settled, answer
```

What lookups see is what is on disk. What is decided and on its way to the disk is known here alone,
in RecentWrites, and every decision takes it for stored: so of a thousand near-identical texts at
once one is stored, though none of them is on disk when the last is decided.

The search of the index, which may take long, is done before the lock. It notes `from`, the number
before which all writes are in the index, and then searches; under the lock it is enough to look at
the writes from `from` on. A match of the index counts if no recent write is about its id; a recent
write counts if it is the latest of its id. Where that does not hold together (the recent writes do
not reach back to `from`, a write has failed since, or matches that went leave too few), the search
is done again under the lock.

The log commits in the order of appends, which is the order of decisions, and tells so on one
thread. If a commit fails, its writes are taken back by leaving them out: nobody but later
decisions has seen them, and an answer that rests on such a write fails with it. */
final class Decider {

  /// How many decisions may be on their way to the disk; further callers wait.
  private static final int MAX_IN_FLIGHT = 8_192;

  private final String collection;
  private final StoredDocuments stored;
  private final DocumentLog log;
  private final Clock clock;
  private final RecentWrites recent;
  private final Semaphore room = new Semaphore(MAX_IN_FLIGHT);
  private final ReentrantLock deciding = new ReentrantLock();

  Decider(String collection, int bits, StoredDocuments stored, DocumentLog log, Clock clock) {
    this.collection = collection;
    this.stored = stored;
    this.log = log;
    this.clock = clock;
    this.recent = new RecentWrites(bits);
  }

  /// A document to be decided about.
  ///
  /// @param near what counts as near it
  /// @param draft what is stored if it is: its version and createdAt are filled in
  record Incoming(
      String id,
      Fingerprinted made,
      Lookup near,
      OnDuplicate onDuplicate,
      Condition condition,
      Revision draft) {}

  /// Stores a document, or not, depending on what is near it.
  ///
  /// @param answer what to answer if the same request comes again, null if it has no key
  /// @return done once all that the answer rests on is on disk
  /// @throws RequestException if the condition does not hold
  CompletableFuture<Stored> store(Incoming incoming, @Nullable Function<Stored, Answer> answer) {
    room.acquireUninterruptibly();
    boolean appended = false;
    try {
      Search search = search(incoming);
      Optional<Logged<Put>> known = knownBefore(incoming.id());
      deciding.lock();
      try {
        Near near = near(incoming, search);
        Decision decision = decide(incoming, near, known);
        Answer kept = answer == null ? null : answer.apply(decision.stored);
        CompletableFuture<Void> done = append(decision.writes, decision.events, kept);
        appended = true;
        return whenDurable(done, near.inFlight).thenApply(nothing -> decision.stored);
      } finally {
        deciding.unlock();
      }
    } finally {
      if (!appended) {
        room.release();
      }
    }
  }

  /// Removes a document.
  ///
  /// @return done once that is on disk; false if there was none
  /// @throws RequestException if the condition does not hold
  CompletableFuture<Boolean> remove(String id, Condition condition) {
    return change(
            id,
            condition,
            (present, earlier) -> present == null ? null : new Delete(collection, id, now(), null))
        .thenApply(removed -> removed != null);
  }

  /// Removes a document if it expires at that time.
  CompletableFuture<Boolean> expire(String id, Instant expiresAt) {
    return change(
            id,
            Condition.NONE,
            (present, earlier) ->
                expiresAt.equals(earlier.expiresAt) && !expiresAt.isAfter(now())
                    ? new Delete(collection, id, now(), null)
                    : null)
        .thenApply(removed -> removed != null);
  }

  /// Gives a document another revision, which keeps its fingerprint.
  ///
  /// @param change the new revision, of the next version, given the present one with its text
  /// @return done once that is on disk; the document, empty if there is none
  /// @throws RequestException if the condition does not hold
  CompletableFuture<Optional<Document>> revise(
      String id, Condition condition, Function<Revision, Revision> change) {
    return change(
            id,
            condition,
            (present, earlier) ->
                present == null
                    ? null
                    : new Put(collection, id, change.apply(whole(id, earlier)), now(), null))
        .thenApply(
            event -> event instanceof Put put ? Optional.of(Document.of(put)) : Optional.empty());
  }

  private interface Change {
    @Nullable DocumentEvent of(@Nullable String tag, State present);
  }

  private CompletableFuture<@Nullable DocumentEvent> change(
      String id, Condition condition, Change change) {
    room.acquireUninterruptibly();
    boolean appended = false;
    try {
      Optional<Logged<Put>> known = knownBefore(id);
      deciding.lock();
      try {
        State state = state(id, known);
        String tag = state.isThere() ? state.tag() : null;
        condition.require(tag);
        DocumentEvent event = change.of(tag, state);
        if (event == null) {
          return state.settled().thenApply(nothing -> null);
        }
        DecidedWrite write =
            event instanceof Put put
                ? DecidedWrite.put(put, StoredDocuments.visible(put.revision()), state.earlier)
                : DecidedWrite.remove((Delete) event, state.earlier);
        CompletableFuture<Void> done = append(List.of(write), List.of(event), null);
        appended = true;
        return done.thenApply(nothing -> event);
      } finally {
        deciding.unlock();
      }
    } finally {
      if (!appended) {
        room.release();
      }
    }
  }

  /// What was found before the lock was taken.
  ///
  /// @param from the number before which all writes were in the index when it was searched
  /// @param view the writes of that time
  /// @param recent those of them that are near and may not be in the index
  private record Search(
      long from, RecentWrites.View view, @Nullable Found found, List<DecidedWrite> recent) {}

  private Search search(Incoming incoming) {
    return search(incoming, incoming.near());
  }

  private Search search(Incoming incoming, Lookup lookup) {
    long from = recent.settled();
    RecentWrites.View view = recent.view();
    if (!incoming.made().isMatchable()) {
      return new Search(from, view, null, List.of());
    }
    Fingerprint query = incoming.made().fingerprint();
    return new Search(
        from,
        view,
        stored.search(query, lookup, incoming.id()),
        view.near(query, lookup.maxDistance(), from, view.next()));
  }

  /// What is near a document, in the state that the decision is about.
  ///
  /// @param truncated whether there is more of it
  /// @param inFlight what of it is not on disk yet
  private record Near(
      List<NearDocument> documents, boolean truncated, Found found, List<DecidedWrite> inFlight) {}

  private Near near(Incoming incoming, Search before) {
    Lookup lookup = incoming.near();
    Near near = merge(incoming, before, lookup);
    while (near == null) {
      near = merge(incoming, search(incoming, lookup), lookup);
      lookup = widened(lookup);
    }
    boolean all = incoming.onDuplicate() == OnDuplicate.REPLACE;
    while (all && near.truncated) {
      lookup = widened(lookup);
      Near wider = merge(incoming, search(incoming, lookup), lookup);
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
      Found nothing = new Found(List.of(), false, stored.plan(lookup), 0);
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

  /// What was decided.
  private record Decision(Stored stored, List<DecidedWrite> writes, List<DocumentEvent> events) {}

  private Decision decide(Incoming incoming, Near near, Optional<Logged<Put>> known) {
    State state = state(incoming.id(), known);
    incoming.condition().require(state.isThere() ? state.tag() : null);
    int limit = incoming.near().limit();
    boolean more = near.documents.size() > limit;
    Duplicates duplicates =
        new Duplicates(
            incoming.made(),
            incoming.near().maxDistance(),
            near.found.plan(),
            identical(more ? near.documents.subList(0, limit) : near.documents, incoming),
            near.truncated || more,
            near.found.candidates());
    if (incoming.onDuplicate() == OnDuplicate.SKIP && !near.documents.isEmpty()) {
      Stored skipped = new Stored(incoming.id(), Outcome.SKIPPED, null, duplicates, List.of());
      return new Decision(skipped, List.of(), List.of());
    }
    Instant now = now();
    List<DecidedWrite> writes = new ArrayList<>();
    List<DocumentEvent> events = new ArrayList<>();
    List<String> removed = new ArrayList<>();
    if (incoming.onDuplicate() == OnDuplicate.REPLACE) {
      for (NearDocument match : near.documents) {
        Delete delete = new Delete(collection, match.document().id(), now, null);
        events.add(delete);
        writes.add(DecidedWrite.remove(delete, earlier(match)));
        removed.add(match.document().id());
      }
    }
    Earlier earlier = state.earlier;
    if (state.isExpired) {
      Delete delete = new Delete(collection, incoming.id(), now, null);
      DecidedWrite write = DecidedWrite.remove(delete, earlier);
      events.add(delete);
      writes.add(write);
      earlier = new Earlier(write, null);
    }
    Put put = new Put(collection, incoming.id(), complete(incoming.draft(), state, now), now, null);
    events.add(put);
    writes.add(DecidedWrite.put(put, StoredDocuments.visible(put.revision()), earlier));
    boolean added = !state.isThere() && removed.isEmpty();
    Outcome outcome = added ? Outcome.ADDED : Outcome.REPLACED;
    return new Decision(
        new Stored(incoming.id(), outcome, Document.of(put), duplicates, removed), writes, events);
  }

  private static List<NearDocument> identical(List<NearDocument> near, Incoming incoming) {
    return Identical.mark(near, incoming.draft().contentHash());
  }

  private Earlier earlier(NearDocument match) {
    DecidedWrite latest = recent.latest(match.document().id());
    return new Earlier(
        latest == null || latest.hasFailed() ? null : latest,
        StoredDocuments.visible(match.document().revision()));
  }

  private static Revision complete(Revision draft, State state, Instant now) {
    return new Revision(
        draft.fingerprint(),
        draft.features(),
        draft.profile(),
        draft.metadata(),
        draft.text(),
        draft.contentHash(),
        draft.enabled(),
        draft.allowed(),
        state.isThere() ? state.version + 1 : 1,
        state.isThere() ? state.createdAt : now,
        draft.expiresAt());
  }

  /// What a document is, decided writes included.
  private static final class State {

    private final boolean exists;
    private final boolean isExpired;
    private final long version;
    private final Instant createdAt;
    private final @Nullable Instant expiresAt;
    private final Earlier earlier;

    State(
        boolean exists,
        boolean isExpired,
        long version,
        Instant createdAt,
        @Nullable Instant expiresAt,
        Earlier earlier) {
      this.exists = exists;
      this.isExpired = isExpired;
      this.version = version;
      this.createdAt = createdAt;
      this.expiresAt = expiresAt;
      this.earlier = earlier;
    }

    boolean isThere() {
      return exists && !isExpired;
    }

    String tag() {
      return Condition.tag(createdAt, version);
    }

    CompletableFuture<Void> settled() {
      DecidedWrite write = earlier.write();
      return write == null ? CompletableFuture.completedFuture(null) : write.durable().copy();
    }
  }

  private State state(String id, Optional<Logged<Put>> known) {
    Instant now = clock.instant();
    DecidedWrite latest = recent.latest(id);
    if (latest != null && !latest.hasFailed()) {
      return new State(
          !latest.removes(),
          latest.isExpired(now),
          latest.version(),
          latest.createdAt(),
          latest.expiresAt(),
          new Earlier(latest, null));
    }
    Entry entry = stored.directory().get(id);
    if (entry == null) {
      return new State(false, false, 0, Instant.EPOCH, null, new Earlier(null, null));
    }
    Revision revision = revision(id, entry, known);
    return new State(
        true,
        entry.isExpired(now),
        entry.version(),
        Instant.ofEpochMilli(entry.createdAt()),
        revision.expiresAt(),
        new Earlier(null, StoredDocuments.visible(revision)));
  }

  /// The revision of a document that no recent write is about, so that disk and directory agree.
  private Revision revision(String id, Entry entry, Optional<Logged<Put>> known) {
    boolean still = known.isPresent() && known.get().position().offset() == entry.offset();
    return (still ? known : stored.stored(id)).orElseThrow().event().revision();
  }

  private Optional<Logged<Put>> knownBefore(String id) {
    return stored.directory().find(id) < 0 ? Optional.empty() : stored.stored(id);
  }

  /// The present revision with its text.
  private Revision whole(String id, State state) {
    DecidedWrite write = state.earlier.write();
    Put put = write == null ? null : write.put();
    if (put != null) {
      return put.revision();
    }
    Revision revision = stored.stored(id).orElseThrow().event().revision();
    return Revisions.withText(revision, stored.text(id).orElse(null));
  }

  /// Hands writes to the log. Under the lock, so that the log has them in the order of decisions.
  private CompletableFuture<Void> append(
      List<DecidedWrite> writes, List<DocumentEvent> events, @Nullable Answer answer) {
    CompletableFuture<List<Position>> appended = log.appendLater(events, answer);
    writes.forEach(recent::add);
    CompletableFuture<Void> done = new CompletableFuture<>();
    var _ =
        appended.whenComplete((positions, failure) -> {
          room.release();
          try {
            for (int i = 0; i < writes.size(); i++) {
              settle(writes.get(i), failure == null ? positions.get(i) : null);
            }
          } finally {
            if (failure == null) {
              done.complete(null);
            } else {
              done.completeExceptionally(failure);
            }
            for (DecidedWrite write : writes) {
              if (failure == null) {
                write.durable().complete(null);
              } else {
                write.durable().completeExceptionally(failure);
              }
            }
          }
        });
    return done;
  }

  /// On the thread that commits, in the order of decisions.
  private void settle(DecidedWrite write, @Nullable Position position) {
    if (position == null) {
      write.failed();
    } else {
      Put put = write.put();
      stored.apply(write, put == null ? null : new Logged<>(position, put));
      write.applied();
    }
    recent.settle(write);
  }

  private static CompletableFuture<Void> whenDurable(
      CompletableFuture<Void> own, List<DecidedWrite> others) {
    if (others.isEmpty()) {
      return own;
    }
    Set<CompletableFuture<Void>> all = new HashSet<>();
    all.add(own);
    others.forEach(write -> all.add(write.durable()));
    return CompletableFuture.allOf(all.toArray(CompletableFuture[]::new));
  }

  /// Now, as it is stored.
  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }
}

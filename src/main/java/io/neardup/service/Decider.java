package io.neardup.service;

import io.neardup.index.StopSignal;
import io.neardup.service.DecidedWrite.Earlier;
import io.neardup.service.Duplicates.NearDocument;
import io.neardup.service.NearSearch.Near;
import io.neardup.service.Stored.Outcome;
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

The search of the index, which may take long, is done before the lock; NearSearch says how the two agree.

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
  private final NearSearch searching;
  private final Semaphore room = new Semaphore(MAX_IN_FLIGHT);
  private final ReentrantLock deciding = new ReentrantLock();

  Decider(String collection, int bits, StoredDocuments stored, DocumentLog log, Clock clock) {
    this.collection = collection;
    this.stored = stored;
    this.log = log;
    this.clock = clock;
    this.recent = new RecentWrites(bits);
    this.searching = new NearSearch(stored, recent, clock);
  }

  /// How many decisions are on their way to the disk.
  int underWay() {
    return MAX_IN_FLIGHT - room.availablePermits();
  }

  /// A document to be decided about.
  ///
  /// @param near what counts as near it
  /// @param listed how many near-duplicates its answer lists, 0 or more
  /// @param draft what is stored if it is: its version and createdAt are filled in
  record Incoming(
      String id,
      Fingerprinted made,
      Lookup near,
      int listed,
      OnDuplicate onDuplicate,
      Condition condition,
      Revision draft) {

    /// Whether anything depends on what is near it.
    boolean isLookedUp() {
      return made.isMatchable() && (listed > 0 || onDuplicate != OnDuplicate.ADD);
    }
  }

  /// Finds what can be known about a document before it is its turn.
  ///
  /// @param stop whether that goes on while it takes long
  PreparedDocument prepare(Incoming incoming, StopSignal stop) {
    return new PreparedDocument(
        incoming, searching.search(incoming, stop), knownBefore(incoming.id()));
  }

  /// Stores a document, or not, depending on what is near it.
  ///
  /// @param answer what to answer if the same request comes again, null if it has no key
  /// @return done once all that the answer rests on is on disk
  /// @throws RequestException if the condition does not hold
  CompletableFuture<Stored> store(
      PreparedDocument prepared, @Nullable Function<Stored, Answer> answer) {
    Incoming incoming = prepared.incoming();
    room.acquireUninterruptibly();
    boolean appended = false;
    try {
      deciding.lock();
      try {
        Near near = searching.near(incoming, prepared.search());
        Decision decision = decide(incoming, near, prepared.known());
        Answer kept = answer == null ? null : answer.apply(decision.stored);
        CompletableFuture<List<Position>> done = append(decision.writes, decision.events, kept);
        appended = true;
        return whenDurable(done, near.inFlight())
            .thenApply(positions -> decision.stored.at(last(positions)));
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
  /// @return done once that is on disk; where it is in the log, empty if there was no document
  /// @throws RequestException if the condition does not hold
  CompletableFuture<Optional<Position>> remove(String id, Condition condition) {
    return change(
            id,
            condition,
            (present, earlier) -> present == null ? null : new Delete(collection, id, now(), null))
        .thenApply(removed -> Optional.ofNullable(removed).map(Logged::position));
  }

  /// Removes a document if it expires at that time.
  CompletableFuture<Boolean> expire(String id, Instant expiresAt) {
    return change(
            id,
            Condition.NONE,
            (present, earlier) ->
                expiresAt.equals(earlier.expiresAt()) && !expiresAt.isAfter(now())
                    ? new Delete(collection, id, now(), null)
                    : null)
        .thenApply(removed -> removed != null);
  }

  /// Gives a document another revision, which keeps its fingerprint.
  ///
  /// @param change the new revision, of the next version, given the present one with its text
  /// @return done once that is on disk; the document and where it is in the log, empty if there is
  ///   none
  /// @throws RequestException if the condition does not hold
  CompletableFuture<Optional<Logged<Put>>> revise(
      String id, Condition condition, Function<Revision, Revision> change) {
    return change(
            id,
            condition,
            (present, earlier) ->
                present == null
                    ? null
                    : new Put(collection, id, change.apply(whole(id, earlier)), now(), null))
        .thenApply(revised ->
            revised != null && revised.event() instanceof Put put
                ? Optional.of(new Logged<>(revised.position(), put))
                : Optional.empty());
  }

  private interface Change {
    @Nullable DocumentEvent of(@Nullable String tag, DocumentState present);
  }

  private CompletableFuture<@Nullable Logged<DocumentEvent>> change(
      String id, Condition condition, Change change) {
    room.acquireUninterruptibly();
    boolean appended = false;
    try {
      Optional<Logged<Put>> known = knownBefore(id);
      deciding.lock();
      try {
        DocumentState state = state(id, known);
        String tag = state.isThere() ? state.tag() : null;
        condition.require(tag);
        DocumentEvent event = change.of(tag, state);
        if (event == null) {
          return state.settled().thenApply(nothing -> null);
        }
        DecidedWrite write =
            event instanceof Put put
                ? DecidedWrite.put(put, StoredDocuments.visible(put.revision()), state.earlier())
                : DecidedWrite.remove((Delete) event, state.earlier());
        CompletableFuture<List<Position>> done = append(List.of(write), List.of(event), null);
        appended = true;
        return done.thenApply(positions -> new Logged<>(positions.getFirst(), event));
      } finally {
        deciding.unlock();
      }
    } finally {
      if (!appended) {
        room.release();
      }
    }
  }

  /// What was decided.
  private record Decision(Stored stored, List<DecidedWrite> writes, List<DocumentEvent> events) {}

  private Decision decide(Incoming incoming, Near near, Optional<Logged<Put>> known) {
    DocumentState state = state(incoming.id(), known);
    incoming.condition().require(state.isThere() ? state.tag() : null);
    int limit = incoming.listed();
    boolean more = near.documents().size() > limit;
    Duplicates duplicates =
        new Duplicates(
            incoming.made(),
            incoming.near().maxDistance(),
            near.found().plan(),
            identical(more ? near.documents().subList(0, limit) : near.documents(), incoming),
            near.truncated() || more,
            near.found().candidates());
    if (incoming.onDuplicate() == OnDuplicate.SKIP && !near.documents().isEmpty()) {
      Stored skipped =
          new Stored(incoming.id(), Outcome.SKIPPED, null, duplicates, List.of(), null);
      return new Decision(skipped, List.of(), List.of());
    }
    Instant now = now();
    List<DecidedWrite> writes = new ArrayList<>();
    List<DocumentEvent> events = new ArrayList<>();
    List<String> removed = new ArrayList<>();
    if (incoming.onDuplicate() == OnDuplicate.REPLACE) {
      for (NearDocument match : near.documents()) {
        Delete delete = new Delete(collection, match.document().id(), now, null);
        events.add(delete);
        writes.add(DecidedWrite.remove(delete, earlier(match)));
        removed.add(match.document().id());
      }
    }
    Earlier earlier = state.earlier();
    if (state.isExpired()) {
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
        new Stored(incoming.id(), outcome, Document.of(put), duplicates, removed, null),
        writes,
        events);
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

  private static Revision complete(Revision draft, DocumentState state, Instant now) {
    return new Revision(
        draft.fingerprint(),
        draft.features(),
        draft.profile(),
        draft.metadata(),
        draft.text(),
        draft.contentHash(),
        draft.enabled(),
        draft.allowed(),
        state.isThere() ? state.version() + 1 : 1,
        state.isThere() ? state.createdAt() : now,
        draft.expiresAt());
  }

  private DocumentState state(String id, Optional<Logged<Put>> known) {
    Instant now = clock.instant();
    DecidedWrite latest = recent.latest(id);
    if (latest != null && !latest.hasFailed()) {
      return new DocumentState(
          !latest.removes(),
          latest.isExpired(now),
          latest.version(),
          latest.createdAt(),
          latest.expiresAt(),
          new Earlier(latest, null));
    }
    Entry entry = stored.directory().get(id);
    if (entry == null) {
      return new DocumentState(false, false, 0, Instant.EPOCH, null, new Earlier(null, null));
    }
    Revision revision = revision(id, entry, known);
    return new DocumentState(
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
  private Revision whole(String id, DocumentState state) {
    DecidedWrite write = state.earlier().write();
    Put put = write == null ? null : write.put();
    if (put != null) {
      return put.revision();
    }
    Revision revision = stored.stored(id).orElseThrow().event().revision();
    return Revisions.withText(revision, stored.text(id).orElse(null));
  }

  /// Hands writes to the log. Under the lock, so that the log has them in the order of decisions.
  private CompletableFuture<List<Position>> append(
      List<DecidedWrite> writes, List<DocumentEvent> events, @Nullable Answer answer) {
    CompletableFuture<List<Position>> appended = log.appendLater(events, answer);
    writes.forEach(recent::add);
    CompletableFuture<List<Position>> done = new CompletableFuture<>();
    var _ =
        appended.whenComplete((positions, failure) -> {
          room.release();
          try {
            for (int i = 0; i < writes.size(); i++) {
              settle(writes.get(i), failure == null ? positions.get(i) : null);
            }
          } finally {
            if (failure == null) {
              done.complete(positions);
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

  private static CompletableFuture<List<Position>> whenDurable(
      CompletableFuture<List<Position>> own, List<DecidedWrite> others) {
    if (others.isEmpty()) {
      return own;
    }
    Set<CompletableFuture<?>> all = new HashSet<>();
    others.forEach(write -> all.add(write.durable()));
    return CompletableFuture.allOf(all.toArray(CompletableFuture[]::new))
        .thenCombine(own, (nothing, positions) -> positions);
  }

  /// Where the last of the writes is, which is that of the document itself.
  private static @Nullable Position last(List<Position> positions) {
    return positions.isEmpty() ? null : positions.getLast();
  }

  /// Now, as it is stored.
  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }
}

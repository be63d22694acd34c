package io.neardup.service.write;

import io.neardup.index.StopSignal;
import io.neardup.profile.Profile;
import io.neardup.service.lookup.LiveDocuments;
import io.neardup.service.lookup.LookupResult.NearDocument;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.service.lookup.PassageCatalog;
import io.neardup.service.write.CandidateSearch.Near;
import io.neardup.service.write.DocumentStates.DocumentState;
import io.neardup.service.write.PendingWrite.Earlier;
import io.neardup.service.write.WriteResult.Outcome;
import io.neardup.store.Document;
import io.neardup.store.DocumentEvent.Delete;
import io.neardup.store.DocumentEvent.OfDocument;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.EventLog;
import io.neardup.store.Incarnation;
import io.neardup.store.Logged;
import io.neardup.store.Position;
import io.neardup.store.Revision;
import io.neardup.store.Verdict;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Decides on writes to a collection, one at a time, and passes them to the log in that order.
/* ```
any thread     search the index ──► lock ─ compare writes decided since ─ decide ─ append ─ unlock
committer                                                    sync ──► index ──► settled, answer
```

Lookups see what is on disk. Writes that are decided and not yet on disk are known here alone, in
PendingWrites, and every decision counts them as stored: of a thousand near-identical texts at once one is
stored, though none of them is on disk when the last is decided.

The search of the index, which may take long, runs before the lock is taken; CandidateSearch explains how
its result is completed under the lock.

The log commits in the order of appends, which is the order of decisions, and completes them on one
thread. If a commit fails, its writes are dropped: only later decisions have seen them. Those are not
committed, and fail as well (RocksLog). */
public final class WriteDecider implements DocumentWrites {

  private static final Executor LATER = task -> Thread.ofVirtual().start(task);

  /// Maximum of decisions not yet on disk; further writes wait.
  private static final int MAX_IN_FLIGHT = 8_192;

  private final Incarnation incarnation;
  private final String collection;
  private final Profile profile;
  private final EventLog log;
  private final boolean indexes;
  private final Clock clock;
  private final PendingWrites pendingWrites;
  private final CandidateSearch searching;
  private final ContainerSearch containers;
  private final DocumentStates states;
  private final FeatureCounts featureCounts;
  private final LiveDocuments stored;
  private final Semaphore room = new Semaphore(MAX_IN_FLIGHT);
  private final ReentrantLock deciding = new ReentrantLock();

  /// @param profile of the collection
  /// @param log that makes writes durable
  /// @param indexes whether durable writes are to be made visible to lookups, as the log does not
  ///   do so
  public WriteDecider(
      Profile profile, LiveDocuments stored, EventLog log, boolean indexes, Clock clock) {
    this.incarnation = stored.incarnation();
    this.collection = incarnation.collection();
    this.log = log;
    this.indexes = indexes;
    this.profile = profile;
    this.clock = clock;
    this.pendingWrites = new PendingWrites(profile.bits(), PendingWrites.USUAL_CAPACITY);
    this.searching = new CandidateSearch(stored, pendingWrites, clock);
    this.containers = new ContainerSearch(stored, profile, pendingWrites);
    this.states = new DocumentStates(stored, pendingWrites, clock);
    this.featureCounts = new FeatureCounts(stored, profile, pendingWrites);
    this.stored = stored;
  }

  @Override
  public int underWay() {
    return MAX_IN_FLIGHT - room.availablePermits();
  }

  @Override
  public void countFeatures(boolean counts) {
    stored.counter().count(counts, profile, this::unpending);
  }

  /// Runs a step while no write is pending.
  private boolean unpending(BooleanSupplier step) {
    deciding.lock();
    try {
      pendingWrites.settledAll().join(); // the committing thread never takes the lock
      return step.getAsBoolean();
    } finally {
      deciding.unlock();
    }
  }

  @Override
  public PreparedDocument prepare(IncomingDocument incoming, StopSignal stop) {
    ContainerSearch.Condition contained = incoming.contained();
    return new PreparedDocument(
        incoming,
        this,
        searching.search(incoming, stop),
        states.knownBefore(incoming.id()),
        indexes ? featureCounts.prepared(incoming.draft()) : null,
        anchors(incoming.draft()),
        contained == null ? null : containers.search(incoming, contained, stop));
  }

  private long @Nullable [] anchors(Revision revision) {
    PassageCatalog passages = stored.passages();
    String text = revision.text();
    return passages == null || text == null ? null : passages.anchors(text);
  }

  @Override
  public CompletableFuture<WriteResult> store(PreparedDocument prepared) {
    IncomingDocument incoming = prepared.incoming();
    if (prepared.by() != this) { // the owner of a partition has changed since
      return store(prepare(incoming, StopSignal.NEVER));
    }
    room.acquireUninterruptibly();
    boolean appended = false;
    try {
      deciding.lock();
      try {
        BooleanSupplier holds = pendingWrites.unfailing();
        DocumentState state = states.state(incoming.id(), prepared.known());
        if (!incoming.condition().isAlways() && !state.isSettled()) {
          return afterwards(state.settled(), () -> store(prepared));
        }
        Near near = searching.near(incoming, prepared.search());
        ContainerSearch.ContainmentCheck container = prepared.containers();
        CompletableFuture<?> outdated =
            container == null || !near.found().reported().near().isEmpty()
                ? null
                : containers.outdated(container);
        if (outdated != null) {
          return afterwards(outdated, () -> store(prepare(incoming, StopSignal.NEVER)));
        }
        Decision decision =
            decide(incoming, near, container == null ? null : container.found(), state);
        if (!decision.writes.isEmpty()) {
          decision.writes.getLast().prepared(prepared);
        }
        CompletableFuture<List<Position>> done = append(decision.writes, holds);
        appended = true;
        return near.whenDurable(done).thenApply(positions -> decision.stored.at(last(positions)));
      } finally {
        deciding.unlock();
      }
    } finally {
      if (!appended) {
        room.release();
      }
    }
  }

  @Override
  public CompletableFuture<Optional<Position>> remove(String id, Precondition condition) {
    return change(
            id, condition, state -> state.isThere() ? new Delete(collection, id, now()) : null)
        .thenApply(removed -> Optional.ofNullable(removed).map(Logged::position));
  }

  @Override
  public CompletableFuture<Boolean> expire(String id, Instant expiresAt) {
    return removeIf(
        id, state -> expiresAt.equals(state.head().expiresAt()) && !expiresAt.isAfter(now()));
  }

  @Override
  public CompletableFuture<Boolean> removeIf(String id, MetadataFilter filter) {
    return removeIf(
        id, state -> state.isThere() && filter.accepts(states.present(id, state).metadata()));
  }

  private CompletableFuture<Boolean> removeIf(String id, Predicate<DocumentState> condition) {
    return change(
            id,
            Precondition.NONE,
            state -> condition.test(state) ? new Delete(collection, id, now()) : null)
        .thenApply(removed -> removed != null);
  }

  @Override
  public CompletableFuture<Optional<Logged<Put>>> revise(
      String id, Precondition condition, DocumentChange change) {
    return revise(id, condition, change::applyTo);
  }

  @Override
  public CompletableFuture<Boolean> reviseIf(
      String id, MetadataFilter filter, DocumentChange change) {
    return revise(
            id,
            Precondition.NONE,
            present ->
                filter.accepts(present.metadata()) && change.changes(present)
                    ? change.applyTo(present)
                    : null)
        .thenApply(Optional::isPresent);
  }

  /// @param change maps the present revision with its text to the new one, of the next version;
  ///   null to change nothing
  private CompletableFuture<Optional<Logged<Put>>> revise(
      String id, Precondition condition, Function<Revision, @Nullable Revision> change) {
    return change(
            id,
            condition,
            state -> {
              Revision next = state.isThere() ? change.apply(states.whole(id, state)) : null;
              return next == null ? null : new Put(collection, id, next, now());
            })
        .thenApply(revised ->
            revised != null && revised.event() instanceof Put put
                ? Optional.of(new Logged<>(revised.position(), put))
                : Optional.empty());
  }

  /// Appends the present state of a document again, with the same version, or a deletion if it does
  /// not exist.
  public CompletableFuture<?> repeat(String id) {
    return change(
        id,
        Precondition.NONE,
        state ->
            state.head().exists()
                ? new Put(collection, id, states.whole(id, state), now())
                : new Delete(collection, id, now()));
  }

  private CompletableFuture<@Nullable Logged<OfDocument>> change(
      String id, Precondition condition, Function<DocumentState, @Nullable OfDocument> change) {
    room.acquireUninterruptibly();
    boolean appended = false;
    try {
      Optional<Logged<Put>> known = states.knownBefore(id);
      deciding.lock();
      try {
        BooleanSupplier holds = pendingWrites.unfailing();
        DocumentState state = states.state(id, known);
        if (!condition.isAlways()) {
          if (!state.isSettled()) {
            return afterwards(state.settled(), () -> change(id, condition, change));
          }
          condition.require(state.tag());
        }
        OfDocument event = change.apply(state);
        if (event == null) {
          return state.settled().thenApply(nothing -> null);
        }
        CompletableFuture<List<Position>> done =
            append(List.of(new PendingWrite(event, state.earlier())), holds);
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

  private record Decision(WriteResult stored, List<PendingWrite> writes) {}

  /// Decides again once writes on which the decision depends are on disk, or have failed: what is
  /// answered must not name a write that nobody can read.
  private <T> CompletableFuture<T> afterwards(
      CompletableFuture<?> settled, Supplier<CompletableFuture<T>> again) {
    return settled.handle((nothing, failure) -> true).thenComposeAsync(any -> again.get(), LATER);
  }

  private Decision decide(
      IncomingDocument incoming,
      Near near,
      ContainerSearch.@Nullable Container container,
      DocumentState state) {
    if (!incoming.condition().isAlways()) {
      incoming.condition().require(state.tag());
    }
    Verdict verdict =
        incoming.verdictAfter(state.isThere() ? state.head().verdict() : Verdict.NONE);
    DuplicateDecision decision = DuplicateDecision.of(near.found(), incoming, verdict);
    if (decision.skipped()) {
      return new Decision(WriteResult.skipped(incoming, decision, null), List.of());
    }
    if (container != null && decision.duplicates().allowedBy() == null) {
      return new Decision(WriteResult.skipped(incoming, decision, container), List.of());
    }
    Instant now = now();
    List<PendingWrite> writes = new ArrayList<>();
    for (NearDocument match : decision.replaced()) {
      Document document = match.document();
      writes.add(
          new PendingWrite(
              new Delete(collection, document.id(), now),
              states.earlier(document.id(), document.revision())));
    }
    Earlier earlier = state.earlier();
    if (state.isExpired()) {
      PendingWrite removal = new PendingWrite(new Delete(collection, incoming.id(), now), earlier);
      writes.add(removal);
      earlier = new Earlier(removal, null);
    }
    Put put = new Put(collection, incoming.id(), complete(incoming, state, verdict, now), now);
    writes.add(new PendingWrite(put, earlier));
    return new Decision(
        new WriteResult(
            incoming.id(),
            state.isThere() ? Outcome.REPLACED : Outcome.ADDED,
            Document.of(put),
            decision.duplicates(),
            decision.replaced().stream().map(match -> match.document().id()).toList(),
            null,
            null),
        writes);
  }

  /// The revision to be stored: of the next version if the document exists.
  private static Revision complete(
      IncomingDocument incoming, DocumentState state, Verdict verdict, Instant now) {
    Revision draft = incoming.draft();
    return draft
        .withVerdict(verdict)
        .withVersion(
            state.isThere() ? state.head().version() + 1 : draft.version(),
            state.isThere() ? state.head().createdAt() : earlier(draft.createdAt(), now));
  }

  private static Instant earlier(Instant a, Instant b) {
    return a.isBefore(b) ? a : b;
  }

  /// Appends writes to the log. Called under the lock, so that the log has the order of decisions.
  private CompletableFuture<List<Position>> append(
      List<PendingWrite> writes, BooleanSupplier holds) {
    List<OfDocument> events = writes.stream().map(PendingWrite::event).toList();
    for (int i = 0; indexes && i < writes.size(); i++) {
      writes.get(i).changes(featureCounts.change(writes.get(i), writes.subList(0, i)));
    }
    CompletableFuture<List<Position>> appended = log.appendLater(incarnation, events, holds);
    writes.forEach(pendingWrites::add);
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
            writes.forEach(write -> write.complete(failure));
          }
        });
    return done;
  }

  /// Called by the committing thread, in the order of decisions.
  private void settle(PendingWrite write, @Nullable Position position) {
    if (position == null) {
      write.failed();
    } else {
      if (indexes) {
        index(write, position);
      }
      write.applied(position);
    }
    pendingWrites.settle(write);
  }

  private void index(PendingWrite write, Position position) {
    Put put = write.put();
    int ordinal = stored.ordinal(write.id());
    stored.apply(
        write.id(),
        write.indexedBefore(),
        write.indexed(),
        put == null ? null : new Logged<>(position, put));
    write.count();
    indexPassages(write, put == null ? ordinal : stored.ordinal(write.id()));
  }

  private void indexPassages(PendingWrite write, int ordinal) {
    PassageCatalog passages = stored.passages();
    Put put = write.put();
    if (passages == null || ordinal < 0) {
      return;
    }
    if (put == null || write.indexed() == null) {
      passages.removed(ordinal);
    } else if (write.hasNewText() || write.indexedBefore() == null) {
      long[] prepared = write.anchors();
      // They are missing if passages are indexed since then, or the text is that of before.
      long[] anchors = prepared == null ? anchors(put.revision()) : prepared;
      if (anchors == null) {
        passages.removed(ordinal);
      } else {
        passages.stored(ordinal, anchors);
      }
    }
  }

  /// The position of the last write, which is that of the document itself.
  private static @Nullable Position last(List<Position> positions) {
    return positions.isEmpty() ? null : positions.getLast();
  }

  /// The current time, as precise as it is stored.
  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }
}

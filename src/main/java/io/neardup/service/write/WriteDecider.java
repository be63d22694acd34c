package io.neardup.service.write;

import io.neardup.index.StopSignal;
import io.neardup.profile.Profile;
import io.neardup.service.lookup.LiveDocuments;
import io.neardup.service.write.CandidateSearch.Near;
import io.neardup.service.write.DocumentStates.DocumentState;
import io.neardup.store.Document;
import io.neardup.store.DocumentEvent.OfDocument;
import io.neardup.store.EventLog;
import io.neardup.store.Incarnation;
import io.neardup.store.Logged;
import io.neardup.store.Position;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Decides on the writes to a collection, one at a time, and appends them to the log in that order.
/* ```
any thread     search the index ──► lock ─ compare writes decided since ─ decide ─ append ─ unlock
committer                                                    sync ──► index ──► settled, answer
```

Lookups see what is on disk. Only this class knows the decided writes that are not on disk yet, in
PendingWrites, and every decision counts them as stored: of a thousand near-identical concurrent texts one is
stored, although none is on disk when the last one is decided.

The index search may take long, so it runs before the lock is taken; CandidateSearch explains how its result is
completed under the lock.

The log commits in append order, which is decision order, and completes the appends on one thread. If a commit
fails, its writes are dropped. Only later decisions have seen them; these are not committed and fail as well
(RocksLog). */
public final class WriteDecider implements DocumentWrites {

  private static final Executor LATER = task -> Thread.ofVirtual().start(task);

  /// Maximum number of decided writes not yet on disk; further writes wait.
  private static final int MAX_IN_FLIGHT = 8_192;

  private final Incarnation incarnation;
  private final Profile profile;
  private final EventLog log;
  private final boolean indexes;
  private final Clock clock;
  private final PendingWrites pendingWrites;
  private final CandidateSearch searching;
  private final ContainerSearch containers;
  private final DocumentStates states;
  private final DerivedData derived;
  private final LiveDocuments stored;
  private final Semaphore room = new Semaphore(MAX_IN_FLIGHT);
  private final ReentrantLock deciding = new ReentrantLock();
  private boolean appended; // by the current decision; guarded by the lock

  /// @param profile of the collection
  /// @param log that makes writes durable
  /// @param indexes whether this class makes durable writes visible to lookups; false if the log
  ///   does
  public WriteDecider(
      Profile profile, LiveDocuments stored, EventLog log, boolean indexes, Clock clock) {
    this.incarnation = stored.incarnation();
    this.log = log;
    this.indexes = indexes;
    this.profile = profile;
    this.clock = clock;
    this.pendingWrites = new PendingWrites(profile.bits(), PendingWrites.USUAL_CAPACITY);
    this.searching = new CandidateSearch(stored, pendingWrites, clock);
    this.containers = new ContainerSearch(stored, profile, pendingWrites);
    this.states = new DocumentStates(stored, pendingWrites, clock);
    this.derived = new DerivedData(stored, profile, pendingWrites);
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
        indexes ? derived.features(incoming.draft()) : null,
        derived.anchors(incoming.draft()),
        contained == null ? null : containers.search(incoming, contained, stop));
  }

  @Override
  public CompletableFuture<WriteResult> store(PreparedDocument prepared) {
    IncomingDocument incoming = prepared.incoming();
    if (prepared.by() != this) { // the owner of a partition has changed since
      return store(prepare(incoming, StopSignal.NEVER));
    }
    return decided(() -> {
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
      if (!incoming.condition().isAlways()) {
        incoming.condition().require(state.tag());
      }
      Decision decision =
          Decision.of(
              incoming,
              near.found(),
              container == null ? null : container.found(),
              state,
              states,
              now());
      if (!decision.writes().isEmpty()) {
        decision.writes().getLast().prepared(prepared);
      }
      CompletableFuture<List<Position>> done = append(decision.writes(), holds);
      return near.whenDurable(done).thenApply(positions -> decision.result().at(last(positions)));
    });
  }

  /// Decides on a write. Blocks while too many decided writes wait for the disk.
  ///
  /// @param decision made under the lock
  private <T> CompletableFuture<T> decided(Supplier<CompletableFuture<T>> decision) {
    room.acquireUninterruptibly();
    deciding.lock();
    try {
      appended = false;
      return decision.get();
    } finally {
      boolean keepsRoom = appended;
      deciding.unlock();
      if (!keepsRoom) {
        room.release();
      }
    }
  }

  /// Appends the current state of a document again, with the same version, or a deletion if it does
  /// not exist.
  public CompletableFuture<?> repeat(String id) {
    return change(
        id,
        Precondition.NONE,
        present -> present.exists() ? present.put(present.revision()) : present.deletion());
  }

  @Override
  public CompletableFuture<@Nullable Logged<OfDocument>> change(
      String id, Precondition condition, Function<Present, @Nullable OfDocument> change) {
    Optional<Document> known = states.knownBefore(id);
    return decided(() -> {
      BooleanSupplier holds = pendingWrites.unfailing();
      DocumentState state = states.state(id, known);
      if (!condition.isAlways()) {
        if (!state.isSettled()) {
          return afterwards(state.settled(), () -> change(id, condition, change));
        }
        condition.require(state.tag());
      }
      OfDocument event = change.apply(new Present(stored, id, state, now()));
      if (event == null) {
        return state.settled().thenApply(nothing -> null);
      }
      return append(List.of(new PendingWrite(event, state.earlier())), holds)
          .thenApply(positions -> new Logged<>(positions.getFirst(), event));
    });
  }

  /// Decides again once the writes that the decision depends on are on disk or have failed: an
  /// answer must not name a write that nobody can read.
  private <T> CompletableFuture<T> afterwards(
      CompletableFuture<?> settled, Supplier<CompletableFuture<T>> again) {
    return settled.handle((nothing, failure) -> true).thenComposeAsync(any -> again.get(), LATER);
  }

  /// Appends writes to the log. Called under the lock, so that log order is decision order.
  private CompletableFuture<List<Position>> append(
      List<PendingWrite> writes, BooleanSupplier holds) {
    List<OfDocument> events = writes.stream().map(PendingWrite::event).toList();
    for (int i = 0; indexes && i < writes.size(); i++) {
      writes.get(i).changes(derived.change(writes.get(i), writes.subList(0, i)));
    }
    CompletableFuture<List<Position>> logged = log.appendLater(incarnation, events, holds);
    appended = true;
    writes.forEach(pendingWrites::add);
    CompletableFuture<List<Position>> done = new CompletableFuture<>();
    var _ =
        logged.whenComplete((positions, failure) -> {
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

  /// Called by the committing thread, in decision order.
  private void settle(PendingWrite write, @Nullable Position position) {
    if (position == null) {
      write.failed();
    } else {
      if (indexes) {
        derived.show(write, position);
      }
      write.applied(position);
    }
    pendingWrites.settle(write);
  }

  private static @Nullable Position last(List<Position> positions) {
    return positions.isEmpty() ? null : positions.getLast();
  }

  /// The current time, at the precision that is stored.
  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }
}

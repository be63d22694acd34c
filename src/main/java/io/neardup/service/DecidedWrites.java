package io.neardup.service;

import io.neardup.store.DocumentEvent;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.DocumentLog;
import io.neardup.store.DocumentLog.Answer;
import io.neardup.store.Logged;
import io.neardup.store.Position;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/// Takes what was decided to the disk, and from there into what lookups see.
/* The log commits in the order of appends, which is the order of decisions, and tells so on one
thread. If a commit fails, its writes are taken back by leaving them out: nobody but later
decisions has seen them, and an answer that rests on such a write fails with it. */
final class DecidedWrites {

  /// How many decisions may be on their way to the disk; further callers wait.
  private static final int MAX_IN_FLIGHT = 8_192;

  private final StoredDocuments stored;
  private final DocumentLog log;
  private final RecentWrites recent;
  private final Semaphore room = new Semaphore(MAX_IN_FLIGHT);

  DecidedWrites(StoredDocuments stored, DocumentLog log, RecentWrites recent) {
    this.stored = stored;
    this.log = log;
    this.recent = recent;
  }

  /// How many decisions are on their way to the disk.
  int underWay() {
    return MAX_IN_FLIGHT - room.availablePermits();
  }

  /// Waits until there is room for one more decision.
  Place take() {
    room.acquireUninterruptibly();
    return new Place();
  }

  /// Room for a decision; given back once its writes are on disk, or when it is closed without any.
  final class Place implements AutoCloseable {

    private boolean used;

    /// Hands writes to the log. By whoever decides, so that the log has them in the order of
    /// decisions.
    ///
    /// @param answer what to answer if the same request comes again, null if it has no key
    /// @return where they are, once they are on disk
    CompletableFuture<List<Position>> append(
        List<DecidedWrite> writes, List<DocumentEvent> events, @Nullable Answer answer) {
      CompletableFuture<List<Position>> appended = log.appendLater(events, answer);
      used = true;
      writes.forEach(recent::add);
      CompletableFuture<List<Position>> done = new CompletableFuture<>();
      var _ =
          appended.whenComplete((positions, failure) -> {
            room.release();
            committed(writes, positions, failure, done);
          });
      return done;
    }

    @Override
    public void close() {
      if (!used) {
        room.release();
      }
    }
  }

  /// On the thread that commits, in the order of decisions.
  private void committed(
      List<DecidedWrite> writes,
      List<Position> positions,
      @Nullable Throwable failure,
      CompletableFuture<List<Position>> done) {
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
  }

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

  /// Done once both are: one's own writes, and others that the answer rests on.
  static CompletableFuture<List<Position>> whenDurable(
      CompletableFuture<List<Position>> own, List<DecidedWrite> others) {
    if (others.isEmpty()) {
      return own;
    }
    Set<CompletableFuture<?>> all = new HashSet<>();
    others.forEach(write -> all.add(write.durable()));
    return CompletableFuture.allOf(all.toArray(CompletableFuture[]::new))
        .thenCombine(own, (nothing, positions) -> positions);
  }
}

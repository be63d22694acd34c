package io.neardup.service.write;

import io.neardup.index.StopSignal;
import io.neardup.service.Awaited;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.lookup.Documents;
import io.neardup.service.lookup.LookupResult.NearDocument;
import io.neardup.service.write.CandidateSearch.Near;
import io.neardup.service.write.CandidateSearch.Search;
import io.neardup.service.write.PendingWrite.Earlier;
import io.neardup.store.Document;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.Logged;
import io.neardup.store.Verdict;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Decides whether documents of a collection that is spread over a cluster are stored, depending on
/// their near-duplicates. One instance does so for the whole collection; what it decided to store
/// is written by the owners of the partitions.
///
/// As in [WriteDecider], the search runs before the lock is taken, and under the lock the document
/// is compared with those decided since, which the search may not have seen. So the lock is held
/// for microseconds, and searches and writes are the work of all instances.
public final class DuplicateArbiter {

  private static final Executor LATER = task -> Thread.ofVirtual().start(task);

  private final Documents stored;
  private final DocumentWrites owners;
  private final Clock clock;
  private final PendingWrites pendingWrites;
  private final CandidateSearch searching;
  private final ReentrantLock deciding = new ReentrantLock();
  private final Deque<Decided> underWay = new ArrayDeque<>(); // in the order of decisions

  /// @param stored the documents of all partitions
  /// @param owners write documents unconditionally
  public DuplicateArbiter(int bits, Documents stored, DocumentWrites owners, Clock clock) {
    this.stored = stored;
    this.owners = owners;
    this.clock = clock;
    this.pendingWrites = new PendingWrites(bits, PendingWrites.USUAL_CAPACITY);
    this.searching = new CandidateSearch(stored, pendingWrites, clock);
  }

  /// @param written completes when the owner of the partition has written it
  private record Decided(PendingWrite write, CompletableFuture<WriteResult> written) {}

  /// Stores a document or not, depending on its near-duplicates. Blocks while they are searched,
  /// and until the decision is made.
  ///
  /// @param previous completes when the decisions before this one are made; searches run
  ///   concurrently
  public CompletableFuture<WriteResult> store(
      IncomingDocument incoming, CompletableFuture<?> previous) {
    CompletableFuture<Verdict> known =
        incoming.verdict() == null
            ? CompletableFuture.supplyAsync(() -> present(incoming.id()), LATER)
            : CompletableFuture.completedFuture(incoming.verdict());
    Search before = searching.search(incoming, StopSignal.NEVER);
    Verdict verdict = incoming.verdictAfter(known.join());
    previous.join();
    deciding.lock();
    try {
      Near near = searching.near(incoming, before);
      DuplicateDecision decision = DuplicateDecision.of(near.found(), incoming, verdict);
      if (decision.skipped()) {
        return skipped(incoming, near, WriteResult.skipped(incoming, decision, null));
      }
      PendingWrite write = new PendingWrite(put(incoming, verdict), Earlier.NONE);
      pendingWrites.add(write);
      CompletableFuture<WriteResult> written = write(incoming);
      synchronized (underWay) {
        underWay.add(new Decided(write, written));
      }
      var _ = written.whenComplete((result, failure) -> settle());
      return written
          .thenCombine(near.settled().handle((nothing, failure) -> true), (result, any) -> result)
          .thenComposeAsync(result -> replace(incoming, result, decision), LATER);
    } finally {
      deciding.unlock();
    }
  }

  /// Skips a document once its near-duplicates are written. If one was refused, as by a condition
  /// of its request, the decision is made again.
  private CompletableFuture<WriteResult> skipped(
      IncomingDocument incoming, Near near, WriteResult skipped) {
    if (near.inFlight().isEmpty()) {
      return CompletableFuture.completedFuture(skipped);
    }
    return near.settled()
        .handle((nothing, failure) -> failure != null)
        .thenComposeAsync(
            failed -> {
              if (!failed) {
                return CompletableFuture.completedFuture(skipped);
              }
              boolean unknown =
                  near.inFlight().stream()
                      .map(PendingWrite::durable)
                      .filter(CompletableFuture::isCompletedExceptionally)
                      .anyMatch(write -> !(write.exceptionNow() instanceof RequestException));
              if (unknown) {
                throw new RequestException(
                    Fault.UNAVAILABLE,
                    "onDuplicate",
                    "cannot be decided, as it is not known whether a near-duplicate was stored"
                        + " just now; nothing was written, try again");
              }
              return store(incoming, CompletableFuture.completedFuture(null));
            },
            LATER);
  }

  /// @return fails instead of throwing, so that the decision is always settled
  private CompletableFuture<WriteResult> write(IncomingDocument incoming) {
    try {
      return owners.store(new PreparedDocument(incoming.unconditional()));
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private Verdict present(String id) {
    return stored
        .stored(id)
        .map(Logged::event)
        .map(put -> put.revision().verdict())
        .orElse(Verdict.NONE);
  }

  private Put put(IncomingDocument incoming, Verdict verdict) {
    return new Put("-", incoming.id(), incoming.draft().withVerdict(verdict), clock.instant());
  }

  /// Deletes the documents that the new one replaces, once it is durable: a failure in between
  /// leaves both. Those that were changed meanwhile are kept.
  private CompletableFuture<WriteResult> replace(
      IncomingDocument incoming, WriteResult written, DuplicateDecision decision) {
    List<String> removed = new ArrayList<>();
    CompletableFuture<?> all = CompletableFuture.completedFuture(null);
    for (NearDocument match : decision.replaced()) {
      Document document = committed(match.document());
      if (document == null) {
        continue;
      }
      Precondition unchanged = new Precondition(List.of(document.tag()), null);
      CompletableFuture<Boolean> removal =
          owners
              .remove(document.id(), unchanged)
              .thenApply(position -> true)
              .exceptionally(DuplicateArbiter::changedSince);
      all =
          all.thenCombine(
              removal,
              (nothing, done) -> {
                if (done) {
                  removed.add(document.id());
                }
                return null;
              });
    }
    return all.thenApply(nothing ->
        new WriteResult(
            incoming.id(),
            written.outcome(),
            Objects.requireNonNull(written.document()),
            decision.duplicates(),
            removed,
            written.position(),
            null));
  }

  /// A document with its position, which is read if it was not known at the decision; null if it
  /// was not stored, or has another fingerprint now.
  private @Nullable Document committed(Document found) {
    return found.position() != null
        ? found
        : stored
            .find(found.id())
            .filter(present -> present.fingerprint().equals(found.fingerprint()))
            .orElse(null);
  }

  private static boolean changedSince(Throwable failure) {
    Throwable cause = Awaited.cause(failure);
    if (cause instanceof RequestException refused && refused.kind() == Fault.PRECONDITION_FAILED) {
      return false;
    }
    throw new CompletionException(cause);
  }

  /// Settles writes in the order of decisions: later ones wait for earlier ones.
  private void settle() {
    synchronized (underWay) {
      while (!underWay.isEmpty() && underWay.getFirst().written.isDone()) {
        Decided first = underWay.removeFirst();
        PendingWrite write = first.write;
        Throwable failure =
            first.written.isCompletedExceptionally() ? first.written.exceptionNow() : null;
        if (failure == null) {
          write.applied(null);
        } else {
          write.failed();
        }
        pendingWrites.settle(write);
        write.complete(failure);
      }
    }
  }
}

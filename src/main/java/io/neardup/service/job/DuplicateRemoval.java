package io.neardup.service.job;

import io.neardup.service.Awaited;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.WriteBatch;
import io.neardup.service.peer.PeerCalls;
import io.neardup.service.write.DocumentChange;
import io.neardup.service.write.Precondition;
import io.neardup.store.StoreException;
import io.neardup.store.StoreException.StoreFault;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Disables or removes the documents of a list, as far as they and their survivors have not changed
/// since they were listed. Documents that an earlier run of the job has disabled count as applied.
/// By one thread.
///
/// Survivors are checked before each part is written; a survivor that is changed meanwhile is not
/// noticed. Counts: applied, changed, survivorChanged.
///
/// @param survivors the collection of the documents to keep
/// @param removeAfter see [CleanUps#removeAfter]
/// @param recorded whether the outcome of each document is a result of the job
record DuplicateRemoval(
    PeerCalls peers,
    DocumentCollection collection,
    DocumentCollection survivors,
    @Nullable Duration removeAfter,
    Clock clock,
    JobContext context,
    boolean recorded) {

  /// The count of documents that were disabled or removed.
  static final String APPLIED = "applied";

  /// The outcome for documents that were changed or deleted meanwhile.
  static final String CHANGED = "changed";

  private static final String SURVIVOR_CHANGED = "survivorChanged";

  /// @param isIntact whether the survivor is as it was listed
  private record Removal(Duplicate of, boolean isIntact) {}

  /// Processes a list.
  ///
  /// @param list a [Duplicate] a line
  /// @param size its number of lines
  void run(Path list, long size) {
    context.progress(size);
    Map<String, Boolean> intact = new HashMap<>(); // by survivor, in the present part
    try (BufferedReader lines = Files.newBufferedReader(list);
        WriteBatch<Removal> batch =
            new WriteBatch<>(
                context,
                context::wrote,
                (part, memory) -> {
                  WriteBatch.writeAll(part, this::write, this::report);
                  intact.clear();
                })) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        Duplicate listed = peers.mapper().readValue(line, Duplicate.class);
        boolean isIntact =
            intact.computeIfAbsent(
                listed.survivor() + " " + listed.survivorTag(), key -> isIntact(listed));
        long length = isIntact ? collection.documents().contentBytes(listed.id()) : 0;
        batch.add(length, () -> new Removal(listed, isIntact));
      }
      batch.finish();
    } catch (IOException e) {
      throw new StoreException(
          StoreFault.IO, "The list of duplicates cannot be read: " + e + ". Start it again.", e);
    }
  }

  private void report(Removal removal, String written) {
    Duplicate listed = removal.of;
    String outcome = written.equals(CHANGED) && isDone(listed) ? done() : written;
    context.count(outcome.equals(done()) ? APPLIED : outcome, 1);
    context.did(1);
    if (recorded) {
      context.append(new DocumentOutcome(listed.id(), outcome, listed.survivor(), null));
    }
  }

  private String done() {
    return removeAfter == null ? "disabled" : "removed";
  }

  private boolean isDone(Duplicate listed) {
    return collection
        .find(listed.id())
        .filter(document -> context.id().equals(document.revision().disabledBy()))
        .isPresent();
  }

  private boolean isIntact(Duplicate listed) {
    String survivor = listed.survivor();
    return survivor == null
        || context
            .patiently(peers, survivors, () -> peers.tag(survivors, survivor))
            .equals(listed.survivorTag());
  }

  private CompletableFuture<String> write(Removal removal) {
    if (!removal.isIntact) {
      return CompletableFuture.completedFuture(SURVIVOR_CHANGED);
    }
    Duplicate listed = removal.of;
    Precondition same = new Precondition(List.of(listed.tag()), null);
    if (removeAfter != null && removeAfter.isZero()) {
      return outcome(done(), () -> collection.remove(listed.id(), same));
    }
    Instant removeAt = removeAfter == null ? null : clock.instant().plus(removeAfter);
    DocumentChange disabling = DocumentChange.disabling(context.id(), removeAt);
    return outcome(done(), () -> collection.revise(listed.id(), same, disabling));
  }

  /// What becomes of a document that is written, or [#CHANGED] if it was changed or deleted.
  ///
  /// @param done the outcome of the write
  static CompletableFuture<String> outcome(String done, Supplier<CompletableFuture<?>> write) {
    CompletableFuture<?> written;
    try {
      written = write.get();
    } catch (RuntimeException e) {
      written = CompletableFuture.failedFuture(e);
    }
    return written.handle((nothing, failure) -> failure == null ? done : refusal(failure));
  }

  private static String refusal(Throwable failure) {
    Throwable cause = Awaited.cause(failure);
    if (cause instanceof RequestException e
        && (e.kind() == Fault.PRECONDITION_FAILED || e.kind() == Fault.NOT_FOUND)) {
      return CHANGED;
    }
    throw cause instanceof RuntimeException e ? e : new CompletionException(cause);
  }
}

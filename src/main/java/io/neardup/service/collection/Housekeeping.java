package io.neardup.service.collection;

import io.neardup.service.Awaited;
import io.neardup.store.Incarnation;
import io.neardup.store.PartitionStore.Expired;
import io.neardup.store.StoreException;
import io.neardup.store.disk.DocumentStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Removes obsolete data in the background: expired documents, within about a second, and log
/// entries.
public final class Housekeeping implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Housekeeping.class);
  private static final Duration SWEEP = Duration.ofMillis(500);
  private static final Duration COMPACT = Duration.ofSeconds(1);
  private static final int AT_ONCE = 1_000;
  private static final int LOG_ENTRIES = 20_000;

  private final DocumentStore store;
  private final DocumentCollections collections;
  private final Clock clock;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("housekeeping").daemon().factory());

  public Housekeeping(DocumentStore store, DocumentCollections collections, Clock clock) {
    this.store = store;
    this.collections = collections;
    this.clock = clock;
  }

  /// Starts; the collections must be loaded.
  public void start() {
    every(SWEEP, this::sweep);
    every(COMPACT, () -> store.log().compact(clock.instant(), LOG_ENTRIES));
  }

  /// Runs another task regularly, first after one pause.
  public void every(Duration pause, Runnable task) {
    Runnable guarded =
        () -> {
          try {
            task.run();
          } catch (RuntimeException | Error e) { // an error would end the schedule
            if (e instanceof StoreException || e.getCause() instanceof StoreException) {
              log.warn("Housekeeping failed and will be retried: {}", e.getMessage());
            } else {
              log.error("Housekeeping failed and will be retried", e);
            }
          }
        };
    long millis = pause.toMillis();
    var _ = thread.scheduleWithFixedDelay(guarded, millis, millis, TimeUnit.MILLISECONDS);
  }

  private void sweep() {
    List<Expired> expired;
    long removed;
    do {
      Instant now = clock.instant();
      expired = store.documents().expired(now, AT_ONCE, this::isUsed);
      List<CompletableFuture<Boolean>> removals = expired.stream().map(this::remove).toList();
      // In a cluster, only the owner removes the documents of a collection.
      removed = removals.stream().filter(CompletableFuture::join).count();
    } while (expired.size() == AT_ONCE && removed > 0 && !Thread.currentThread().isInterrupted());
  }

  /// @return whether it was removed; false if its collection was deleted
  private CompletableFuture<Boolean> remove(Expired document) {
    return CompletableFuture.completedFuture(used(document.collection()))
        .thenCompose(found ->
            found
                .map(collection -> collection.writes().expire(document.id(), document.expiresAt()))
                .orElse(CompletableFuture.completedFuture(false)))
        .exceptionally(failure -> {
          Throwable cause = Awaited.cause(failure);
          if (cause instanceof StoreException known && known.isOfDeletedCollection()) {
            return false;
          }
          throw new CompletionException(cause);
        });
  }

  private Optional<DocumentCollection> used(Incarnation collection) {
    return collections
        .find(collection.collection())
        .filter(present -> present.incarnation().equals(collection));
  }

  private boolean isUsed(Incarnation collection) {
    return used(collection).isPresent();
  }

  @Override
  public void close() {
    thread.shutdownNow();
    try {
      thread.awaitTermination(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

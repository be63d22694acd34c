package io.neardup.service;

import io.neardup.rows.FingerprintRows;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/// Joins collections with themselves, a few at a time, each on as many threads as there are cores:
/// one whose reader is slow does not hold up the others.
public final class JoinService {

  private static final int RETRY_AFTER_SECONDS = 5;

  private static final int MAX_PAIRS = 1_000_000_000;

  private final int atOnce;
  private final int maxPairs;
  private final Semaphore free;

  /// @param atOnce how many joins may run at the same time
  /// @param maxPairs how many pairs a join may keep in memory, where it has to keep them
  public JoinService(int atOnce, int maxPairs) {
    if (atOnce < 1) {
      throw new IllegalArgumentException("at-once must be 1 or more, was " + atOnce);
    }
    if (maxPairs < 1 || maxPairs > MAX_PAIRS) {
      throw new IllegalArgumentException(
          "max-pairs must be 1 to " + MAX_PAIRS + ", was " + maxPairs);
    }
    this.atOnce = atOnce;
    this.maxPairs = maxPairs;
    this.free = new Semaphore(atOnce);
  }

  /// A join of the collection as it is now. Must be closed.
  ///
  /// @param maxDistance null for the profile's own
  /// @param recall the wanted probability that a pair at `maxDistance` is found; null for the
  ///   default
  /// @throws RequestException if a number is out of range
  /// @throws BusyException if too many joins are open
  public CollectionJoin open(
      DocumentCollection collection, @Nullable Integer maxDistance, @Nullable Double recall) {
    int near = Limits.maxDistance(maxDistance, collection.profile());
    double wanted = Limits.recall(recall);
    if (!free.tryAcquire()) {
      throw new BusyException(
          atOnce
              + " searches through whole collections are under way, as many as run at once; try again"
              + " when one is done, or raise neardup.joins.at-once",
          RETRY_AFTER_SECONDS);
    }
    ForkJoinPool pool = new ForkJoinPool();
    try {
      FingerprintRows rows = collection.snapshot(pool);
      return new CollectionJoin(collection, rows, near, wanted, maxPairs, pool, free);
    } catch (RuntimeException | Error e) {
      pool.shutdownNow();
      free.release();
      throw e;
    }
  }

  /// How many joins are open now.
  public int running() {
    return atOnce - free.availablePermits();
  }

  /// How many may be.
  public int atOnce() {
    return atOnce;
  }
}

package io.neardup.service.join;

import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.index.StopSignal;
import io.neardup.service.BusyException;
import io.neardup.service.CallerSlots;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Kind;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.lookup.LookupLimits;
import io.neardup.service.lookup.MetadataFilter;
import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;

/// Joins collections with themselves. A few joins run concurrently, each on as many threads as
/// cores: a slow reader does not delay the other joins, and no caller can occupy all of them.
public final class JoinService {

  private static final int RETRY_AFTER_SECONDS = 5;

  private static final int MAX_PAIRS = 1_000_000_000;

  private final int maxPairs;
  private final CallerSlots slots;

  /// @param atOnce maximum of concurrent joins; one caller may run all but one of them
  /// @param maxPairs maximum of pairs that a join stores in memory
  public JoinService(int atOnce, int maxPairs) {
    if (atOnce < 1) {
      throw new IllegalArgumentException("at-once must be 1 or more, was " + atOnce);
    }
    if (maxPairs < 1 || maxPairs > MAX_PAIRS) {
      throw new IllegalArgumentException(
          "max-pairs must be 1 to " + MAX_PAIRS + ", was " + maxPairs);
    }
    this.maxPairs = maxPairs;
    this.slots = new CallerSlots(atOnce, Math.max(1, atOnce - 1));
  }

  /// Creates a join of the present documents of a collection. Must be closed.
  ///
  /// @param caller of the request
  /// @param maxDistance null for that of the profile
  /// @param recall the requested probability of finding a pair at `maxDistance`; null for the
  ///   default
  /// @param filter of the joined documents
  /// @param stop checked while the join is prepared
  /// @throws RequestException if a number is out of range, or the caller has too many open joins
  /// @throws BusyException if too many joins are open
  public CollectionJoin open(
      String caller,
      DocumentCollection collection,
      @Nullable Integer maxDistance,
      @Nullable Double recall,
      MetadataFilter filter,
      StopSignal stop) {
    int near = LookupLimits.maxDistance(maxDistance, collection.profile());
    double requested = LookupLimits.recall(recall);
    take(caller);
    ForkJoinPool pool = new ForkJoinPool();
    try {
      FingerprintSnapshot rows = collection.snapshot(filter, pool, stop);
      return new CollectionJoin(
          collection, rows, near, requested, maxPairs, pool, () -> slots.release(caller));
    } catch (RuntimeException | Error e) {
      pool.shutdownNow();
      slots.release(caller);
      throw e;
    }
  }

  /// The number of open joins.
  public int running() {
    return slots.taken();
  }

  /// The maximum number of open joins.
  public int atOnce() {
    return slots.most();
  }

  private void take(String caller) {
    switch (slots.take(caller)) {
      case TAKEN -> {}
      case CALLER_HAS_MOST ->
          throw new RequestException(
              Kind.TOO_MANY_REQUESTS,
              "caller",
              "may join "
                  + slots.mostOfOne()
                  + " collections at once (neardup.joins.at-once); wait until one is done, or"
                  + " read faster");
      case NONE_FREE ->
          throw new BusyException(
              slots.most()
                  + " joins of collections are in progress, the maximum; try"
                  + " again when one is done, or raise neardup.joins.at-once",
              RETRY_AFTER_SECONDS);
    }
  }
}

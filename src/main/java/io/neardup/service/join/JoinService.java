package io.neardup.service.join;

import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.index.StopSignal;
import io.neardup.service.CallerQuota;
import io.neardup.service.CallerQuota.Bound;
import io.neardup.service.CallerQuota.Share;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
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
  private final CallerQuota quota;

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
    this.quota = new CallerQuota(atOnce, Math.max(1, atOnce - 1), JoinService::refused);
  }

  /// Creates a join of the present documents of a collection. Must be closed.
  ///
  /// @param caller of the request
  /// @param maxDistance null for that of the collection
  /// @param recall the requested probability of finding a pair at `maxDistance`; null for the
  ///   default
  /// @param filter of the joined documents
  /// @param stop checked while the join is prepared
  /// @throws RequestException if a number is out of range, or the caller has too many open joins
  /// @throws RequestException UNAVAILABLE if too many joins are open
  public CollectionJoin open(
      String caller,
      DocumentCollection collection,
      @Nullable Integer maxDistance,
      @Nullable Double recall,
      MetadataFilter filter,
      StopSignal stop) {
    int near = maxDistance(collection, maxDistance);
    double requested = LookupLimits.recall(recall);
    Share share = quota.takeOne(caller);
    return open(collection, near, requested, filter, stop, new ForkJoinPool(), share::close);
  }

  /// Creates a join that runs on half of the processors and counts for no quota. Must be closed.
  /// The caller bounds how many run at once.
  ///
  /// @param maxDistance null for that of the collection
  /// @param recall the requested probability of finding a pair at `maxDistance`; null for the
  ///   default
  /// @param filter of the joined documents
  /// @param stop checked while the join is prepared
  /// @throws RequestException if a number is out of range
  public CollectionJoin openInBackground(
      DocumentCollection collection,
      @Nullable Integer maxDistance,
      @Nullable Double recall,
      MetadataFilter filter,
      StopSignal stop) {
    return open(
        collection,
        maxDistance(collection, maxDistance),
        LookupLimits.recall(recall),
        filter,
        stop,
        backgroundPool(),
        () -> {});
  }

  /// Threads for work that leaves half of the processors to requests. Must be closed.
  public static ForkJoinPool backgroundPool() {
    return new ForkJoinPool(Math.max(1, Runtime.getRuntime().availableProcessors() / 2));
  }

  /// The distance of a join.
  ///
  /// @param requested null for that of the collection
  /// @throws RequestException if it is out of range
  public static int maxDistance(DocumentCollection collection, @Nullable Integer requested) {
    return LookupLimits.maxDistance(requested, collection.maxDistance(), collection.profile());
  }

  private CollectionJoin open(
      DocumentCollection collection,
      int maxDistance,
      double recall,
      MetadataFilter filter,
      StopSignal stop,
      ForkJoinPool pool,
      Runnable onClose) {
    try {
      FingerprintSnapshot rows = collection.snapshot(filter, pool, stop);
      return new CollectionJoin(collection, rows, maxDistance, recall, maxPairs, pool, onClose);
    } catch (RuntimeException | Error e) {
      pool.shutdownNow();
      onClose.run();
      throw e;
    }
  }

  /// The number of open joins.
  public long running() {
    return quota.taken();
  }

  /// The maximum number of open joins.
  public long atOnce() {
    return quota.total();
  }

  private static RuntimeException refused(CallerQuota quota, Bound bound) {
    return bound == Bound.CALLER
        ? new RequestException(
            Fault.TOO_MANY_REQUESTS,
            "caller",
            "may join "
                + quota.perCaller()
                + " collections at once (neardup.joins.at-once); wait until one is done, or"
                + " read faster")
        : RequestException.busy(
            quota.total()
                + " joins of collections are in progress, the maximum; try"
                + " again when one is done, or raise neardup.joins.at-once",
            RETRY_AFTER_SECONDS);
  }
}

package io.neardup.service.join;

import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.index.StopSignal;
import io.neardup.service.BusyException;
import io.neardup.service.CallerQuota;
import io.neardup.service.CallerQuota.Bound;
import io.neardup.service.CallerQuota.Share;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Kind;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.lookup.LookupLimits;
import io.neardup.service.lookup.MetadataFilter;
import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;

/// Joins collections with themselves, a few at a time, each on as many threads as there are cores:
/// one whose reader is slow does not hold up the others, and no caller can have all of them.
public final class JoinService {

  private static final int RETRY_AFTER_SECONDS = 5;

  private static final int MAX_PAIRS = 1_000_000_000;

  private final int maxPairs;
  private final CallerQuota quota;

  /// @param atOnce how many joins may run at the same time; one caller may have all but one of them
  /// @param maxPairs how many pairs a join may keep in memory, where it has to keep them
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

  /// A join of the collection as it is now. Must be closed.
  ///
  /// @param caller for whom
  /// @param maxDistance null for the profile's own
  /// @param recall the wanted probability that a pair at `maxDistance` is found; null for the
  ///   default
  /// @param filter which documents are joined
  /// @param stop whether it is made ready while that takes long
  /// @throws RequestException if a number is out of range, or too many joins of the caller are open
  /// @throws BusyException if too many joins are open
  public CollectionJoin open(
      String caller,
      DocumentCollection collection,
      @Nullable Integer maxDistance,
      @Nullable Double recall,
      MetadataFilter filter,
      StopSignal stop) {
    int near = LookupLimits.maxDistance(maxDistance, collection.profile());
    double wanted = LookupLimits.recall(recall);
    Share slot = quota.takeOne(caller);
    ForkJoinPool pool = new ForkJoinPool();
    try {
      FingerprintSnapshot rows = collection.snapshot(filter, pool, stop);
      return new CollectionJoin(collection, rows, near, wanted, maxPairs, pool, slot::close);
    } catch (RuntimeException | Error e) {
      pool.shutdownNow();
      slot.close();
      throw e;
    }
  }

  /// How many joins are open now.
  public long running() {
    return quota.taken();
  }

  /// How many may be.
  public long atOnce() {
    return quota.total();
  }

  private static RuntimeException refused(CallerQuota quota, Bound exceeded) {
    return exceeded == Bound.CALLER
        ? new RequestException(
            Kind.TOO_MANY_REQUESTS,
            "caller",
            "may search through "
                + quota.perCaller()
                + " whole collections at once (neardup.joins.at-once); wait until one is done, or"
                + " read faster")
        : new BusyException(
            quota.total()
                + " searches through whole collections are under way, as many as run at once; try"
                + " again when one is done, or raise neardup.joins.at-once",
            RETRY_AFTER_SECONDS);
  }
}

package io.neardup.service.join;

import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.index.StopSignal;
import io.neardup.measure.NearLimit;
import io.neardup.pairs.ContentRows;
import io.neardup.pairs.bands.JoinWay;
import io.neardup.service.CallerQuota;
import io.neardup.service.CallerQuota.Bound;
import io.neardup.service.CallerQuota.Share;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.lookup.Lookup;
import io.neardup.service.lookup.LookupRequest;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.store.ContentHash;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;

/// Joins collections with themselves. A few joins run concurrently, each on as many threads as
/// cores: a slow reader does not delay the other joins, and no caller can occupy all of them.
public final class JoinService {

  private static final int RETRY_AFTER_SECONDS = 5;

  private static final int AT_ONCE = 2;
  private static final int MAX_PAIRS = 20_000_000; // of 16 bytes

  private final int maxPairs;
  private final CallerQuota quota;

  /// As many joins at once, and pairs in memory, as in a service.
  public JoinService() {
    this(AT_ONCE, MAX_PAIRS);
  }

  /// @param atOnce maximum of concurrent joins; one caller may run all but one of them
  /// @param maxPairs maximum of pairs that a join stores in memory
  public JoinService(int atOnce, int maxPairs) {
    this.maxPairs = maxPairs;
    this.quota = new CallerQuota(atOnce, Math.max(1, atOnce - 1), JoinService::refused);
  }

  /// Takes a place of a request among the joins that run at once; closed to release it.
  ///
  /// @throws RequestException if the caller has too many open joins
  /// @throws RequestException UNAVAILABLE if too many joins are open
  public Share place(String caller) {
    return quota.takeOne(caller);
  }

  /// Creates a join of the present documents of a collection. Must be closed.
  ///
  /// @param requested the distance or similarity of pairs, the recall, and a filter
  /// @param plan by which pairs are found, null to choose
  /// @param dropping which documents of groups may be dropped, null if none may be
  /// @param stop checked while the join is prepared; counts the memory of texts
  /// @param pool on whose threads it runs; closed with the join
  /// @throws RequestException if a number is out of range
  public CollectionJoin open(
      DocumentCollection collection,
      LookupRequest requested,
      @Nullable String plan,
      @Nullable Dropping dropping,
      StopSignal stop,
      ForkJoinPool pool) {
    try {
      Lookup lookup = collection.lookup(requested);
      JoinWay way = way(collection, requested, plan);
      boolean divides = lookup.verification() != null || dropping != null;
      ContentRows rows = rows(collection, requested.filter(), divides, pool, stop);
      return new CollectionJoin(collection, rows, lookup, way, dropping, maxPairs, stop, pool);
    } catch (RuntimeException | Error e) {
      pool.shutdownNow();
      throw e;
    }
  }

  /// How pairs are found.
  ///
  /// @param plan null to choose
  /// @throws RequestException if it is unknown or not possible, or a number is out of range
  public static JoinWay way(
      DocumentCollection collection, LookupRequest requested, @Nullable String plan) {
    Lookup lookup = collection.lookup(requested);
    try {
      return JoinWay.of(
          plan,
          collection.profile().bits(),
          new NearLimit(lookup.maxDistance(), lookup.verification()),
          requested.maxDistance() != null,
          lookup.recall());
    } catch (IllegalArgumentException e) {
      throw RequestException.invalid("plan", String.valueOf(e.getMessage()));
    }
  }

  /// The rows of the present documents. Reads those that share a fingerprint, without their texts,
  /// if rows are divided.
  ///
  /// @param divides whether documents of equal fingerprints are one row only if their content is
  ///   equal, too, as verification requires
  /// @param stop checked meanwhile
  public static ContentRows rows(
      DocumentCollection collection,
      MetadataFilter filter,
      boolean divides,
      ForkJoinPool pool,
      StopSignal stop) {
    FingerprintSnapshot distinct =
        collection.documents().samples().snapshot(filter, collection.maxDistance(), pool, stop);
    return divides
        ? ContentRows.of(distinct, row -> contents(collection, distinct, row, stop), pool)
        : ContentRows.undivided(distinct);
  }

  private static long[] contents(
      DocumentCollection collection, FingerprintSnapshot distinct, int row, StopSignal stop) {
    stop.check();
    Map<String, Integer> indexes = new HashMap<>();
    List<Integer> ordinals = new ArrayList<>(distinct.documents(row));
    for (int i = 0; i < distinct.documents(row); i++) {
      ordinals.add(distinct.document(row, i));
      String id = collection.documents().id(distinct.document(row, i));
      if (id != null) {
        indexes.put(id, i);
      }
    }
    long[] contents = new long[ordinals.size()];
    collection
        .documents()
        .current(ordinals, distinct.fingerprint(row))
        .forEach(document -> {
          ContentHash hash = document.revision().contentHash();
          Integer index = indexes.get(document.id());
          if (hash != null && index != null) {
            contents[index] = hash.high() ^ hash.low();
          }
        });
    return contents;
  }

  public long running() {
    return quota.taken();
  }

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
                + " collections at once; wait until one is done, or start a job")
        : RequestException.busy(
            quota.total()
                + " joins of collections are in progress, the maximum; try again when one is done,"
                + " or start a job",
            RETRY_AFTER_SECONDS);
  }
}

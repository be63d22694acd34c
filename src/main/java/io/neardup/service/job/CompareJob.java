package io.neardup.service.job;

import io.neardup.service.RequestException;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.job.CompareQueries.Head;
import io.neardup.service.job.CompareQueries.Row;
import io.neardup.service.job.CompareSearch.Near;
import io.neardup.service.job.CompareSearch.RowMatches;
import io.neardup.service.job.JobKind.JobScope;
import io.neardup.service.job.JobKind.JobWork;
import io.neardup.service.job.JobRequest.CompareJobRequest;
import io.neardup.service.join.CollectionJoin;
import io.neardup.service.join.JoinResult;
import io.neardup.service.join.NearPair;
import io.neardup.service.lookup.Guarantee;
import io.neardup.service.lookup.Lookup;
import io.neardup.service.lookup.LookupLimits;
import io.neardup.service.lookup.LookupRequest;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.service.lookup.NearbyDocuments.Verified;
import io.neardup.service.peer.PeerCalls;
import io.neardup.store.WeightSource;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

/// Lists the near-duplicates between two collections: `a` of the job's collection, `b` of the
/// other, in no particular order. Each distinct fingerprint of the smaller collection, and each of
/// its different contents if candidates are verified, is looked up in the index of the larger, so
/// that nothing is built but the list of the smaller's fingerprints. Counts: documents of the job's
/// collection, withDocuments of the other, lookups, pairs, truncated.
///
/// A lookup lists the nearest [LookupLimits#MAX_LIMIT] documents; `truncated` counts those that
/// found more, with which the result is not exact. Of documents with one fingerprint, more than
/// [CollectionJoin#MAX_EQUAL] on the looked-up side are represented by the first.
///
/// Another instance may answer for the other collection. With document frequencies of the job's
/// collection, its fingerprints are looked up then, even if it is the larger one.
public final class CompareJob {

  private CompareJob() {}

  /// The kind.
  ///
  /// @param peers that may have the other collection
  public static JobKind<CompareJobRequest> kind(PeerCalls peers) {
    return new JobKind<>(
        CompareJobRequest.class,
        JoinJob.PAIR_COLUMNS,
        (request, scope) -> prepare(peers, request, scope));
  }

  private static JobWork prepare(PeerCalls peers, CompareJobRequest request, JobScope scope) {
    DocumentCollection own = scope.collection();
    DocumentCollection other =
        scope.other("with", JobKind.required(request.with(), "with", "name the other collection"));
    if (!other.profile().equals(own.profile())) {
      throw RequestException.invalid(
          "with",
          "must name a collection with the profile "
              + own.profile().name()
              + "; '"
              + other.name()
              + "' has "
              + other.profile().name()
              + ", whose fingerprints cannot be compared. POST /collections/{name}/copies copies"
              + " stored texts to a collection with another profile");
    }
    LookupRequest requested = requested(request);
    MetadataFilter ofOwn = requested.filter();
    MetadataFilter ofOther = MetadataFilter.of("withFilter", request.withFilter());
    Lookup _ = own.lookup(requested); // refuses numbers out of range
    return context -> {
      PeerComparison elsewhere =
          peers.isHere(other) ? null : new PeerComparison(peers, request, own, other, context);
      int otherSize = elsewhere == null ? other.size() : elsewhere.size();
      context.count("documents", own.size());
      context.count("withDocuments", otherSize);
      boolean looksUpOwn = own.size() <= otherSize && (elsewhere == null || !isWeighted(own));
      Lookup lookup = own.lookup(requested.withFilter(looksUpOwn ? ofOther : ofOwn));
      CompareQueries queries =
          looksUpOwn || elsewhere == null
              ? new CompareQueries.Local(
                  looksUpOwn ? own : other, looksUpOwn ? ofOwn : ofOther, lookup, context)
              : elsewhere;
      CompareSearch searched =
          looksUpOwn && elsewhere != null
              ? elsewhere
              : new CompareSearch.Local(looksUpOwn ? other : own, lookup, context);
      new Comparison(own, queries, searched, lookup, looksUpOwn, context, new Tally()).run();
    };
  }

  /// What is looked up.
  static LookupRequest requested(CompareJobRequest request) {
    return request.lookup().withLimit(LookupLimits.MAX_LIMIT);
  }

  /// Whether lookups need the document frequencies of a collection, which only the instance that
  /// answers for it has.
  private static boolean isWeighted(DocumentCollection collection) {
    return collection.settings().weights() == WeightSource.COLLECTION;
  }

  /// One comparison.
  ///
  /// @param own the job's collection
  /// @param queries whose fingerprints are looked up
  /// @param searched in whose index
  /// @param looksUpOwn whether `queries` is the job's collection
  private record Comparison(
      DocumentCollection own,
      CompareQueries queries,
      CompareSearch searched,
      Lookup lookup,
      boolean looksUpOwn,
      JobContext context,
      Tally tally) {

    void run() {
      AtomicReference<JoinResult> begun = new AtomicReference<>();
      try (ForkJoinPool pool = context.newPool()) {
        queries.each(
            pool,
            head -> {
              context.progress(head.rows(), tally.lookups::sum);
              begun.set(result(head));
              context.joined(begun.get());
            },
            this::lookUp);
        JoinResult joined = begun.get();
        JoinResult listed =
            tally.truncated.sum() == 0 ? joined : joined.completeTo(tally.completeTo.get());
        Verified verified = new Verified(tally.compared.intValue(), tally.refused.intValue());
        context.joined(
            listed.withPairs(tally.pairs.sum()).verified(lookup.verification(), verified));
      }
      context.count("lookups", tally.lookups.sum());
      context.count("pairs", tally.pairs.sum());
      context.count("truncated", tally.truncated.sum());
    }

    private JoinResult result(Head head) {
      Guarantee guarantee = searched.guarantee();
      return JoinResult.of(
          head.documents(),
          head.fingerprints(),
          guarantee.maxDistance(),
          guarantee.kind().name(),
          guarantee.exactTo(),
          guarantee.recall());
    }

    private void lookUp(List<Row> rows) {
      List<RowMatches> found = searched.search(rows);
      for (int i = 0; i < rows.size(); i++) {
        list(rows.get(i), found.get(i));
      }
    }

    private void list(Row row, RowMatches found) {
      tally.lookups.increment();
      tally.compared.add(found.compared());
      tally.refused.add(found.refused());
      if (found.truncated()) {
        tally.truncated.increment();
        int cut = found.matches().isEmpty() ? 0 : found.matches().getLast().distance();
        tally.completeTo.accumulateAndGet(cut - 1, Math::min);
      }
      if (found.matches().isEmpty()) {
        return;
      }
      int equal = row.documents() > CollectionJoin.MAX_EQUAL ? row.documents() : 1;
      for (String id : row.ids().get()) {
        for (Near match : found.matches()) {
          NearPair pair =
              NearPair.of(
                  id, equal, match.id(), 1, match.distance(), match.similarity(), own.profile());
          tally.pairs.increment();
          context.append(looksUpOwn ? pair : pair.swapped());
        }
      }
    }
  }

  /// What was found so far.
  private static final class Tally {

    private final LongAdder lookups = new LongAdder();
    private final LongAdder pairs = new LongAdder();
    private final LongAdder truncated = new LongAdder();
    private final LongAdder compared = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final AtomicInteger completeTo =
        new AtomicInteger(Integer.MAX_VALUE); // the nearest cut
  }
}

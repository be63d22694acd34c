package io.neardup.service.job;

import io.neardup.measure.Loss;
import io.neardup.service.RequestException;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.job.CompareQueries.Head;
import io.neardup.service.job.CompareQueries.Row;
import io.neardup.service.job.CompareQueries.Tagged;
import io.neardup.service.job.CompareSearch.Dropped;
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
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/// Lists the near-duplicates between two collections: `a` of the job's collection, `b` of the
/// other, in no particular order. Each distinct fingerprint of the smaller collection, and each of
/// its different contents if candidates are verified, is looked up in the index of the larger, so
/// that nothing is built but the list of the smaller's fingerprints. Counts: documents of the job's
/// collection, withDocuments of the other, lookups, pairs, truncated; of a clean-up duplicates in
/// place of pairs, and the counts of [DuplicateRemoval].
///
/// A lookup lists the nearest [LookupLimits#MAX_LIMIT] documents; `truncated` counts those that
/// found more, with which the result is not exact. Of documents with one fingerprint, more than
/// [CollectionJoin#MAX_EQUAL] on the looked-up side are represented by the first.
///
/// A clean-up lists the documents of the job's collection that have a near-duplicate, once each, as
/// [Duplicate] of the nearest one, and looks up the job's collection even if it is the larger one.
///
/// Another instance may answer for the other collection. With document frequencies of the job's
/// collection, the fingerprints of the other are looked up then, and in any clean-up.
public final class CompareJob {

  private static final int NEAREST = 16; // of which the most similar one is kept for a document

  private CompareJob() {}

  /// The kind.
  public static JobKind<CompareJobRequest> kind(CleanUps cleanUps) {
    return new JobKind<>(
        CompareJobRequest.class,
        request -> request.isCleanUp() ? JobKind.columns(Duplicate.class) : JoinJob.PAIR_COLUMNS,
        (request, scope) -> prepare(cleanUps, request, scope));
  }

  private static JobWork prepare(CleanUps cleanUps, CompareJobRequest request, JobScope scope) {
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
              + ", whose fingerprints cannot be compared. A job of kind copy copies stored texts to"
              + " a collection with another profile");
    }
    MetadataFilter _ = MetadataFilter.of("withFilter", request.withFilter());
    Lookup _ = own.lookup(requested(request, true)); // refuses numbers out of range
    return cleanUps.work(
        request, own, other, context -> compare(cleanUps.peers(), request, own, other, context));
  }

  private static void compare(
      PeerCalls peers,
      CompareJobRequest request,
      DocumentCollection own,
      DocumentCollection other,
      JobContext context) {
    PeerComparison elsewhere =
        peers.isHere(other) ? null : new PeerComparison(peers, request, own, other, context);
    int otherSize = elsewhere == null ? other.size() : elsewhere.size();
    context.count("documents", own.size());
    context.count("withDocuments", otherSize);
    boolean cleans = request.isCleanUp();
    boolean looksUpOwn =
        cleans
            ? !isWeighted(own)
            : own.size() <= otherSize && (elsewhere == null || !isWeighted(own));
    LookupRequest requested = requested(request, looksUpOwn);
    MetadataFilter ofOwn = requested.filter();
    MetadataFilter ofOther = MetadataFilter.of("withFilter", request.withFilter());
    Lookup lookup = own.lookup(requested.withFilter(looksUpOwn ? ofOther : ofOwn));
    CompareQueries queries =
        looksUpOwn || elsewhere == null
            ? new CompareQueries.Local(
                looksUpOwn ? own : other, looksUpOwn ? ofOwn : ofOther, lookup, cleans, context)
            : elsewhere;
    CompareSearch searched =
        looksUpOwn && elsewhere != null
            ? elsewhere
            : new CompareSearch.Local(
                looksUpOwn ? other : own, lookup, dropped(request, looksUpOwn), context);
    new Comparison(own, queries, searched, lookup, cleans, looksUpOwn, context, new Tally()).run();
  }

  /// Which of the documents that are looked up and found may be dropped.
  static Dropped dropped(CompareJobRequest request, boolean looksUpOwn) {
    if (!request.isCleanUp()) {
      return Dropped.NONE;
    }
    return looksUpOwn ? Dropped.QUERIES : Dropped.FOUND;
  }

  /// What is looked up.
  ///
  /// @param looksUpOwn whether it is the job's collection
  static LookupRequest requested(CompareJobRequest request, boolean looksUpOwn) {
    return request
        .lookup()
        .withLimit(request.isCleanUp() && looksUpOwn ? NEAREST : LookupLimits.MAX_LIMIT);
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
  /// @param cleans whether each document of the job's collection is listed once
  /// @param looksUpOwn whether `queries` is the job's collection
  private record Comparison(
      DocumentCollection own,
      CompareQueries queries,
      CompareSearch searched,
      Lookup lookup,
      boolean cleans,
      boolean looksUpOwn,
      JobContext context,
      Tally tally) {

    private static final Comparator<Duplicate> NEAREST_FIRST =
        Comparator.comparingDouble(Duplicate::featureSimilarity)
            .reversed()
            .thenComparing(each -> String.valueOf(each.survivor()));

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
        context.joined(ended(listed).verified(lookup.verification(), verified, null));
      }
      context.count("lookups", tally.lookups.sum());
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
      if (found.truncated() && !(cleans && looksUpOwn)) {
        tally.truncated.increment();
        int cut = found.matches().isEmpty() ? 0 : found.matches().getLast().distance();
        tally.completeTo.accumulateAndGet(cut - 1, Math::min);
      }
      if (found.matches().isEmpty()) {
        return;
      }
      if (!cleans) {
        row.listed().get().forEach(each -> pairs(row, each, found.matches()));
      } else if (looksUpOwn) {
        Near survivor = found.matches().getFirst();
        row.listed().get().forEach(each -> append(duplicate(each, survivor.document(), survivor)));
      } else {
        row.listed().get().findFirst().ifPresent(each -> nearest(each, found.matches()));
      }
    }

    private void pairs(Row row, Tagged document, List<Near> matches) {
      int equal = row.documents() > CollectionJoin.MAX_EQUAL ? row.documents() : 1;
      for (Near match : matches) {
        NearPair pair =
            NearPair.of(
                document.id(),
                equal,
                match.document().id(),
                1,
                match.distance(),
                match.similarity(),
                own.profile());
        tally.listed.increment();
        context.append(looksUpOwn ? pair : pair.swapped());
      }
    }

    /// Keeps the nearest survivor of each document.
    private void nearest(Tagged survivor, List<Near> documents) {
      for (Near each : documents) {
        tally.nearest.merge(
            each.document().id(),
            duplicate(each.document(), survivor, each),
            BinaryOperator.minBy(NEAREST_FIRST));
      }
    }

    private Duplicate duplicate(Tagged document, Tagged survivor, Near match) {
      return Duplicate.of(document, survivor, match, own.profile());
    }

    private void append(Duplicate duplicate) {
      context.append(duplicate);
      tally.listed.increment();
      tally.lost(duplicate.unique());
    }

    private JoinResult ended(JoinResult joined) {
      tally.nearest.values().forEach(this::append);
      context.count(cleans ? "duplicates" : "pairs", tally.listed.sum());
      return cleans ? joined.withUnique(tally.lost) : joined.withPairs(tally.listed.sum());
    }
  }

  /// What was found so far.
  private static final class Tally {

    private final LongAdder lookups = new LongAdder();
    private final LongAdder listed = new LongAdder();
    private final Loss.Distribution lost = new Loss.Distribution(); // guarded by this
    private final Map<String, Duplicate> nearest = new ConcurrentHashMap<>(); // by document
    private final LongAdder truncated = new LongAdder();
    private final LongAdder compared = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final AtomicInteger completeTo =
        new AtomicInteger(Integer.MAX_VALUE); // the nearest cut

    private synchronized void lost(@Nullable Double unique) {
      if (unique != null) {
        lost.add(unique, 1);
      }
    }
  }
}

package io.neardup.service.job;

import io.neardup.measure.Loss;
import io.neardup.service.RequestException;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.WholeRead;
import io.neardup.service.job.CompareSide.Head;
import io.neardup.service.job.CompareSide.Near;
import io.neardup.service.job.CompareSide.Row;
import io.neardup.service.job.CompareSide.RowMatches;
import io.neardup.service.job.CompareSide.Tagged;
import io.neardup.service.job.JobKind.JobScope;
import io.neardup.service.job.JobKind.JobWork;
import io.neardup.service.job.JobRequest.CompareJobRequest;
import io.neardup.service.join.CollectionJoin;
import io.neardup.service.join.JoinResult;
import io.neardup.service.join.NearPair;
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
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BinaryOperator;

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

  private static final Comparator<Duplicate> NEAREST_FIRST =
      Comparator.comparingDouble(Duplicate::featureSimilarity)
          .reversed()
          .thenComparing(each -> String.valueOf(each.survivor()));

  private final DocumentCollection own;
  private final CompareSide queries;
  private final CompareSide searched;
  private final Lookup lookup;
  private final boolean cleans;
  private final boolean looksUpOwn;
  private final JobContext context;
  private final LongAdder lookups = new LongAdder();
  private final LongAdder listed = new LongAdder();
  private final LongAdder truncated = new LongAdder();
  private final LongAdder compared = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final AtomicInteger completeTo = new AtomicInteger(Integer.MAX_VALUE); // the nearest cut
  private final Map<String, Duplicate> nearest = new ConcurrentHashMap<>(); // by document
  private final Loss.Distribution lost = new Loss.Distribution(); // guarded by itself

  /// @param queries whose rows are looked up
  /// @param searched in whose index
  /// @param cleans whether each document of the job's collection is listed once
  /// @param looksUpOwn whether `queries` is the job's collection
  private CompareJob(
      DocumentCollection own,
      CompareSide queries,
      CompareSide searched,
      Lookup lookup,
      boolean cleans,
      boolean looksUpOwn,
      JobContext context) {
    this.own = own;
    this.queries = queries;
    this.searched = searched;
    this.lookup = lookup;
    this.cleans = cleans;
    this.looksUpOwn = looksUpOwn;
    this.context = context;
  }

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
    Lookup _ = lookup(request, own, true); // refuses numbers out of range
    return cleanUps.work(
        request, own, other, context -> compare(cleanUps.peers(), request, own, other, context));
  }

  /// What is looked up, with the weights of the job's collection.
  ///
  /// @param looksUpOwn whether documents of the job's collection are looked up in the other one
  static Lookup lookup(CompareJobRequest request, DocumentCollection own, boolean looksUpOwn) {
    MetadataFilter ofOther = MetadataFilter.of("withFilter", request.withFilter());
    LookupRequest requested =
        request
            .lookup()
            .withLimit(request.isCleanUp() && looksUpOwn ? NEAREST : LookupLimits.MAX_LIMIT);
    return own.lookup(looksUpOwn ? requested.withFilter(ofOther) : requested);
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
    // Lookups need the document frequencies of the job's collection, which only this instance has.
    boolean isWeighted = own.settings().weights() == WeightSource.COLLECTION;
    boolean looksUpOwn =
        cleans ? !isWeighted : own.size() <= otherSize && (elsewhere == null || !isWeighted);
    Lookup lookup = lookup(request, own, looksUpOwn);
    WholeRead whole = other.readWhole();
    CompareSide ofOwn =
        new CompareSide.Local(
            own, MetadataFilter.of(request.filter()), lookup, cleans, looksUpOwn, context);
    CompareSide ofOther =
        elsewhere == null
            ? new CompareSide.Local(
                other,
                MetadataFilter.of("withFilter", request.withFilter()),
                lookup,
                cleans,
                looksUpOwn,
                context)
            : elsewhere;
    new CompareJob(
            own,
            looksUpOwn ? ofOwn : ofOther,
            looksUpOwn ? ofOther : ofOwn,
            lookup,
            cleans,
            looksUpOwn,
            context)
        .run();
    if (elsewhere == null) {
      whole.check();
    }
  }

  private void run() {
    try (ForkJoinPool pool = context.newPool()) {
      queries.each(pool, this::begin, this::lookUp);
    }
    nearest.values().forEach(this::append);
    JoinResult joined = Objects.requireNonNull(context.joined());
    joined = truncated.sum() == 0 ? joined : joined.completeTo(completeTo.get());
    joined = cleans ? joined.withUnique(lost) : joined.withPairs(listed.sum());
    Verified verified = new Verified(compared.intValue(), refused.intValue());
    context.joined(joined.verified(lookup.verification(), verified, null));
    context.count(cleans ? "duplicates" : "pairs", listed.sum());
    context.count("lookups", lookups.sum());
    context.count("truncated", truncated.sum());
  }

  private void begin(Head head) {
    context.progress(head.rows(), lookups::sum);
    context.joined(JoinResult.of(head.documents(), head.fingerprints(), searched.guarantee()));
  }

  private void lookUp(List<Row> rows) {
    List<RowMatches> found = searched.search(rows);
    for (int i = 0; i < rows.size(); i++) {
      list(rows.get(i), found.get(i));
    }
  }

  private void list(Row row, RowMatches found) {
    lookups.increment();
    compared.add(found.compared());
    refused.add(found.refused());
    if (found.truncated() && !(cleans && looksUpOwn)) {
      truncated.increment();
      int cut = found.matches().isEmpty() ? 0 : found.matches().getLast().distance();
      completeTo.accumulateAndGet(cut - 1, Math::min);
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
      listed.increment();
      context.append(looksUpOwn ? pair : pair.swapped());
    }
  }

  /// Keeps the nearest survivor of each document.
  private void nearest(Tagged survivor, List<Near> documents) {
    for (Near each : documents) {
      nearest.merge(
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
    listed.increment();
    synchronized (lost) {
      if (duplicate.unique() != null) {
        lost.add(duplicate.unique(), 1);
      }
    }
  }
}

package io.neardup.service.job;

import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.hamming.Parallel;
import io.neardup.index.Plan;
import io.neardup.pairs.ContentRows;
import io.neardup.service.Fingerprinted;
import io.neardup.service.LazyVector;
import io.neardup.service.RequestException;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.job.JobKind.JobScope;
import io.neardup.service.job.JobKind.JobWork;
import io.neardup.service.job.JobRequest.CompareJobRequest;
import io.neardup.service.join.CollectionJoin;
import io.neardup.service.join.JoinResult;
import io.neardup.service.join.JoinService;
import io.neardup.service.join.NearPair;
import io.neardup.service.lookup.BriefMemory;
import io.neardup.service.lookup.Lookup;
import io.neardup.service.lookup.LookupLimits;
import io.neardup.service.lookup.LookupRequest;
import io.neardup.service.lookup.LookupResult;
import io.neardup.service.lookup.LookupResult.NearDocument;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.service.lookup.NearbyDocuments.Verified;
import io.neardup.simhash.Fingerprint;
import io.neardup.store.Document;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.atomic.AtomicInteger;
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
public final class CompareJob {

  private static final int CHUNK = 64;

  private CompareJob() {}

  /// The kind.
  public static JobKind<CompareJobRequest> kind() {
    return new JobKind<>(CompareJobRequest.class, JoinJob.PAIR_COLUMNS, CompareJob::prepare);
  }

  private static JobWork prepare(CompareJobRequest request, JobScope scope) {
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
    LookupRequest requested = request.lookup().withLimit(LookupLimits.MAX_LIMIT);
    MetadataFilter ofOwn = requested.filter();
    MetadataFilter ofOther = MetadataFilter.of("withFilter", request.withFilter());
    Lookup _ = own.lookup(requested); // refuses numbers out of range
    return context -> {
      context.count("documents", own.size());
      context.count("withDocuments", other.size());
      boolean looksUpOwn = own.size() <= other.size();
      new Comparison(
              looksUpOwn ? own : other,
              looksUpOwn ? ofOwn : ofOther,
              looksUpOwn ? other : own,
              own.lookup(requested.withFilter(looksUpOwn ? ofOther : ofOwn)),
              looksUpOwn,
              context,
              new Tally())
          .run();
    };
  }

  /// One comparison.
  ///
  /// @param queries whose fingerprints are looked up
  /// @param filter of its documents
  /// @param searched in whose index
  /// @param looksUpOwn whether `queries` is the job's collection
  private record Comparison(
      DocumentCollection queries,
      MetadataFilter filter,
      DocumentCollection searched,
      Lookup lookup,
      boolean looksUpOwn,
      JobContext context,
      Tally tally) {

    void run() {
      try (ForkJoinPool pool = context.newPool()) {
        ContentRows rows =
            JoinService.rows(
                queries, queries.snapshot(filter, pool, context), lookup, pool, context);
        FingerprintSnapshot snapshot = rows.rows();
        context.progress(snapshot.size(), tally.lookups::sum);
        JoinResult joined = result(rows.distinct());
        context.joined(joined);
        int chunks = (snapshot.size() + CHUNK - 1) / CHUNK;
        pool.invoke(
            ForkJoinTask.adapt(() ->
                Parallel.each(
                    chunks,
                    chunk -> {
                      int end = Math.min(snapshot.size(), (chunk + 1) * CHUNK);
                      for (int row = chunk * CHUNK; row < end; row++) {
                        lookUp(snapshot, row);
                      }
                    })));
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

    private JoinResult result(FingerprintSnapshot snapshot) {
      Plan plan = searched.local().plan(lookup);
      return JoinResult.of(
          snapshot.documents(),
          snapshot.size(),
          plan.maxDistance(),
          plan.kind().name(),
          plan.exactTo(),
          plan.recall());
    }

    private void lookUp(FingerprintSnapshot snapshot, int row) {
      context.check();
      Fingerprint fingerprint = snapshot.fingerprint(row);
      Fingerprinted query =
          new Fingerprinted(
              fingerprint,
              queries.profile(),
              null,
              new LazyVector(() ->
                  queries
                      .local()
                      .vector(snapshot.document(row, 0), fingerprint, queries.profile(), context)));
      try (BriefMemory memory = new BriefMemory(context)) {
        report(snapshot, row, searched.duplicates(query, lookup, memory));
      }
    }

    private void report(FingerprintSnapshot snapshot, int row, LookupResult found) {
      tally.lookups.increment();
      tally.compared.add(found.verified().compared());
      tally.refused.add(found.verified().refused());
      if (found.truncated()) {
        tally.truncated.increment();
        int cut = found.matches().isEmpty() ? 0 : found.matches().getLast().distance();
        tally.completeTo.accumulateAndGet(cut - 1, Math::min);
      }
      if (found.matches().isEmpty()) {
        return;
      }
      boolean represented = snapshot.documents(row) > CollectionJoin.MAX_EQUAL;
      int equal = represented ? snapshot.documents(row) : 1;
      List<Integer> ordinals = new ArrayList<>();
      for (int i = 0; i < (represented ? 1 : snapshot.documents(row)); i++) {
        ordinals.add(snapshot.document(row, i));
      }
      for (Document document :
          queries.local().current(ordinals, snapshot.fingerprint(row)).toList()) {
        for (NearDocument match : found.matches()) {
          NearPair pair =
              NearPair.of(
                  document.id(),
                  equal,
                  match.document().id(),
                  1,
                  match.distance(),
                  match.similarity(),
                  queries.profile());
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

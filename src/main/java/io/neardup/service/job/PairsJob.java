package io.neardup.service.job;

import io.neardup.service.job.JobKind.JobScope;
import io.neardup.service.job.JobKind.JobWork;
import io.neardup.service.job.JobRequest.PairsJobRequest;
import io.neardup.service.join.CollectionJoin;
import io.neardup.service.join.JoinService;
import java.util.concurrent.atomic.LongAdder;

/// Lists every pair of near-duplicates, in no particular order. Counts: documents, fingerprints,
/// pairs.
public record PairsJob(JoinService joins) {

  /// The kind.
  public static JobKind<PairsJobRequest> kind(JoinService joins) {
    return new JobKind<>(
        PairsJobRequest.class, JoinedCollection.PAIR_COLUMNS, new PairsJob(joins)::prepare);
  }

  private JobWork prepare(PairsJobRequest request, JobScope scope) {
    JoinedCollection joined = JoinedCollection.of(joins, request, scope.collection());
    return context -> joined.run(context, join -> run(join, context));
  }

  private static void run(CollectionJoin join, JobContext context) {
    LongAdder pairs = new LongAdder();
    join.pairs(
        pair -> {
          pairs.increment();
          context.append(pair);
        },
        context::append);
    context.count("pairs", pairs.sum());
    context.joined(join.result().withPairs(pairs.sum()));
  }
}

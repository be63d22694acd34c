package io.neardup.service.job;

import io.neardup.service.job.JobRequest.PairsJobRequest;
import io.neardup.service.join.CollectionJoin;
import io.neardup.service.join.CollectionJoin.PairVisitor;
import io.neardup.service.join.JoinService;
import io.neardup.service.join.NearPair;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/// Lists every pair of near-duplicates, in no particular order. Counts: documents, fingerprints,
/// pairs.
///
/// @param records makes the results
public record PairsJob(JoinService joins, ResultRecords records)
    implements JobKind<PairsJobRequest> {

  @Override
  public Class<PairsJobRequest> requests() {
    return PairsJobRequest.class;
  }

  @Override
  public List<String> columns() {
    return JoinedCollection.PAIR_COLUMNS;
  }

  @Override
  public JobWork prepare(PairsJobRequest request, JobScope scope) {
    JoinedCollection joined = JoinedCollection.of(joins, request, scope.collection());
    return context -> joined.run(context, join -> run(join, context));
  }

  private void run(CollectionJoin join, JobContext context) {
    LongAdder pairs = new LongAdder();
    join.pairs(
        new PairVisitor() {
          @Override
          public void pair(NearPair pair) {
            pairs.increment();
            context.append(records.pair(pair, join.profile()));
          }

          @Override
          public void equal(String first, int documents, List<String> some) {
            context.append(records.equal(first, documents, some));
          }
        });
    context.count("pairs", pairs.sum());
    context.joined(join.result().withPairs(pairs.sum()));
  }
}

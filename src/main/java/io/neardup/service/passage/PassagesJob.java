package io.neardup.service.passage;

import io.neardup.passage.PassagePairs;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.job.JobContext;
import io.neardup.service.job.JobKind;
import io.neardup.service.job.JobKind.JobScope;
import io.neardup.service.job.JobKind.JobWork;
import io.neardup.service.job.JobRequest.PassagesJobRequest;
import io.neardup.service.join.CollectionTexts;
import io.neardup.service.lookup.MetadataFilter;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicLong;

/// Lists every pair of documents that share passages, in no particular order. Counts: documents,
/// candidates, pairs, and cut, the number of anchors in more than [PassagePairs#MAX_LIST]
/// documents; each of these documents was compared with the first one only. Anchors, candidates and
/// texts take at most an eighth of the heap each.
public final class PassagesJob {

  private PassagesJob() {}

  public static JobKind<PassagesJobRequest> kind() {
    return new JobKind<>(
        PassagesJobRequest.class,
        List.of("a", "b", "words", "shareA", "shareB", "longestRun", "passages"),
        PassagesJob::prepare);
  }

  private static JobWork prepare(PassagesJobRequest request, JobScope scope) {
    PassageLookup lookup =
        PassageLookup.of(
            request.minShared(), request.minShare(), null, MetadataFilter.of(request.filter()));
    CollectionTexts.require(scope.collection(), "collection");
    return context -> run(lookup, scope.collection(), context);
  }

  private static void run(PassageLookup lookup, DocumentCollection collection, JobContext context) {
    long documents = collection.size();
    long all = 2 * documents; // read for anchors, and compared
    AtomicLong read = new AtomicLong();
    context.progress(all, read::get);
    try (ForkJoinPool pool = context.newPool()) {
      CollectionTexts texts = CollectionTexts.of(collection, lookup.filter(), pool, context);
      PassagePairs pairs =
          texts.pairs(texts.all(), lookup.minShared(), lookup.minShare(), read::set);
      context.count("documents", read.get());
      long candidates = pairs.candidates();
      context.count("candidates", candidates);
      context.count("cut", pairs.cutLists());
      context.count("pairs", 0);
      context.progress(
          all, () -> documents + documents * pairs.compared() / Math.max(1, candidates));
      texts.compare(
          pairs,
          (_, a, b, common) -> {
            context.count("pairs", 1);
            context.append(PassagePair.of(a.id(), b.id(), common));
          });
    }
    context.progress(all, () -> all);
  }
}

package io.neardup.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.sum;

import io.neardup.measure.NearLimit;
import io.neardup.measure.Verification;
import io.neardup.profile.Profile;
import io.neardup.spark.corpus.ContentPairs;
import io.neardup.spark.corpus.CorpusDocuments;
import io.neardup.spark.corpus.VerifiedPairs;
import io.neardup.spark.corpus.WorkFolder;
import io.neardup.spark.pair.BlockPlan;
import io.neardup.spark.pair.GroupComparison;
import io.neardup.spark.pair.PairJoin;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;

/// A command that finds pairs.
abstract class NearCommand extends FingerprintingCommand {

  @Mixin JobPairOptions near = new JobPairOptions();

  private @Nullable NearLimit limit;

  @Override
  void check(Profile profile, Map<String, Object> results) {
    limit = near.limit(spec, profile);
    results.put("maxDistance", limit.maxDistance());
    if (limit.verification() != null) {
      results.put("verification", described(limit.verification()));
    }
    results.put("recall", near.recall());
    results.put("maxGroup", near.maxGroup);
  }

  /// Finds the pairs of rows.
  ///
  /// @param allPairs whether all are returned; otherwise what connects the same ones
  Dataset<Row> pairs(
      CorpusDocuments corpus,
      WorkFolder folder,
      Profile profile,
      boolean allPairs,
      Map<String, Object> report)
      throws IOException {
    int cores = corpus.rows().sparkSession().sparkContext().defaultParallelism();
    int planned = profile.bits() <= Long.SIZE ? limit().reach() : limit().maxDistance();
    BlockPlan plan =
        BlockPlan.of(profile.bits(), planned, near.recall(), corpus.fingerprints(), near.maxGroup);
    PairJoin join = new PairJoin(plan, limit(), near.maxGroup, near.maxPairs());
    folder.describe("sizes of groups");
    PairJoin.Sizes sizes = join.sizes(corpus.distinct(), corpus.fingerprints(), cores);
    JobReport.addPlan(report, plan, sizes);
    Dataset<Row> found =
        folder.stage(
            "pairs",
            "pairs of fingerprints",
            () -> join.pairs(corpus.distinct(), sizes, allPairs, cores));
    folder.describe("pairs by distance");
    long[] histogram = new long[limit().reach() + 1];
    for (Row count :
        found
            .where(col("a").equalTo(GroupComparison.COUNT))
            .groupBy("distance")
            .agg(sum("pairs"))
            .collectAsList()) {
      histogram[count.getInt(0)] = count.getLong(1);
    }
    histogram[0] += corpus.equalPairs();
    Dataset<Row> pairs = found.where(col("a").notEqual(GroupComparison.COUNT));
    Verification verification = limit().verification();
    if (verification != null) {
      pairs = ContentPairs.of(corpus, pairs, verification, allPairs);
      VerifiedPairs verified = new VerifiedPairs(corpus, folder, pairs, verification);
      verified.addTo(histogram);
      Map<String, Object> how = described(verification);
      how.put("compared", verified.compared());
      how.put("refused", verified.refused());
      report.put("verification", how);
      pairs = verified.pairs();
    }
    JobReport.addHistogram(report, histogram);
    return pairs;
  }

  private static Map<String, Object> described(Verification verification) {
    Map<String, Object> how = new LinkedHashMap<>();
    how.put("minSimilarity", verification.minSimilarity());
    how.put("candidatesWithin", verification.candidatesWithin());
    return how;
  }

  @Override
  @Nullable Verification verification() {
    return limit().verification();
  }

  /// Up to where records are near-duplicates.
  NearLimit limit() {
    return Objects.requireNonNull(limit, "the options are checked first");
  }
}

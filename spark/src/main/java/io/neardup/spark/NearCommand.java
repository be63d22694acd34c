package io.neardup.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.sum;

import io.neardup.profile.Profile;
import io.neardup.spark.corpus.CorpusDocuments;
import io.neardup.spark.corpus.WorkFolder;
import io.neardup.spark.pair.BlockPlan;
import io.neardup.spark.pair.GroupComparison;
import io.neardup.spark.pair.PairJoin;
import java.io.IOException;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import picocli.CommandLine.Mixin;

/// A command that finds pairs.
abstract class NearCommand extends SparkCommand {

  @Mixin JobPairOptions near = new JobPairOptions();

  private int distance;

  @Override
  void check(Profile profile, Map<String, Object> results) {
    distance = near.distance(spec, profile);
    results.put("maxDistance", distance);
    results.put("recall", near.recall());
    results.put("maxGroup", near.maxGroup);
  }

  /// Finds the pairs of distinct fingerprints.
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
    BlockPlan plan =
        BlockPlan.of(profile.bits(), distance, near.recall(), corpus.fingerprints(), near.maxGroup);
    PairJoin join = new PairJoin(plan, near.maxGroup, near.maxPairs());
    folder.describe("sizes of groups");
    PairJoin.Sizes sizes = join.sizes(corpus.rows(), corpus.fingerprints(), cores);
    JobReport.addPlan(report, plan, sizes);
    Dataset<Row> found =
        folder.stage(
            "pairs",
            "pairs of fingerprints",
            () -> join.pairs(corpus.rows(), sizes, allPairs, cores));
    folder.describe("pairs by distance");
    long[] histogram = new long[distance + 1];
    for (Row count :
        found
            .where(col("a").equalTo(GroupComparison.COUNT))
            .groupBy("distance")
            .agg(sum("pairs"))
            .collectAsList()) {
      histogram[count.getInt(0)] = count.getLong(1);
    }
    histogram[0] += corpus.equalPairs();
    JobReport.addHistogram(report, histogram);
    return found.where(col("a").notEqual(GroupComparison.COUNT));
  }

  /// The distance of pairs, in bits.
  int distance() {
    return distance;
  }
}

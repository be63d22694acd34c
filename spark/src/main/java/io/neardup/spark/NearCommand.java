package io.neardup.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.sum;

import io.neardup.measure.NearLimit;
import io.neardup.measure.Verification;
import io.neardup.pairs.bands.BandPlan;
import io.neardup.pairs.bands.JoinWay;
import io.neardup.profile.Profile;
import io.neardup.spark.corpus.CorpusDocuments;
import io.neardup.spark.corpus.JobDropRule;
import io.neardup.spark.corpus.VerifiedPairs;
import io.neardup.spark.corpus.WorkFolder;
import io.neardup.spark.pair.BandPairs;
import io.neardup.spark.pair.BlockPlan;
import io.neardup.spark.pair.GroupComparison;
import io.neardup.spark.pair.PairJoin;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;

/// A command that finds pairs.
abstract class NearCommand extends FingerprintingCommand {

  private static final String CHECKED = "the options are checked first";

  @Mixin JobPairOptions near = new JobPairOptions();

  private @Nullable NearLimit limit;
  private @Nullable JoinWay way;

  @Override
  void check(Profile profile, Map<String, Object> results) {
    limit = requested(profile);
    way = near.way(spec, profile, limit);
    results.put("maxDistance", limit.maxDistance());
    if (limit.verification() != null) {
      results.put("verification", described(limit.verification()));
    }
    results.put("plan", bands() == null ? "bits" : "bands " + bands());
    results.put("recall", near.recall());
    results.put("maxGroup", near.maxGroup);
  }

  @Override
  @Nullable BandPlan bands() {
    return Objects.requireNonNull(way, CHECKED).bands();
  }

  /// Which records may be dropped for which.
  JobDropRule rule(CorpusDocuments corpus, WorkFolder folder) {
    return JobDropRule.ALL;
  }

  /// Up to where records are near-duplicates, as requested.
  NearLimit requested(Profile profile) {
    return near.limit(spec, profile);
  }

  /// Whether only pairs of a record of the reference and one of the input are found.
  boolean onlyReferred() {
    return false;
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
    long[] histogram = new long[profile.bits() + 1];
    histogram[0] = corpus.equalPairs(onlyReferred());
    Verification verification = limit().verification();
    Dataset<Row> pairs =
        verification == null
            ? byBits(corpus, folder, profile, allPairs, cores, histogram, report)
            : byBands(corpus, folder, profile, verification, cores, histogram, report);
    JobReport.addHistogram(report, Arrays.copyOf(histogram, limit().reach() + 1));
    return pairs;
  }

  /// The pairs of which the distance decides.
  private Dataset<Row> byBits(
      CorpusDocuments corpus,
      WorkFolder folder,
      Profile profile,
      boolean allPairs,
      int cores,
      long[] histogram,
      Map<String, Object> report)
      throws IOException {
    BlockPlan plan =
        BlockPlan.of(
            profile.bits(),
            limit().maxDistance(),
            near.recall(),
            corpus.fingerprints(),
            near.maxGroup);
    PairJoin join = new PairJoin(plan, near.maxGroup, onlyReferred(), near.maxPairs());
    folder.describe("sizes of groups");
    PairJoin.Sizes sizes = join.sizes(corpus.rows(), corpus.fingerprints(), cores);
    JobReport.addPlan(report, plan, sizes);
    Dataset<Row> found =
        folder.stage(
            "pairs",
            "pairs of fingerprints",
            () -> join.pairs(corpus.rows(), sizes, allPairs, cores));
    folder.describe("pairs by distance");
    for (Row count :
        found
            .where(col("a").equalTo(GroupComparison.COUNT))
            .groupBy("distance")
            .agg(sum("pairs"))
            .collectAsList()) {
      histogram[count.getInt(0)] += count.getLong(1);
    }
    return VerifiedPairs.droppable(found.where(col("a").notEqual(GroupComparison.COUNT)));
  }

  /// The pairs of which the features decide.
  private Dataset<Row> byBands(
      CorpusDocuments corpus,
      WorkFolder folder,
      Profile profile,
      Verification verification,
      int cores,
      long[] histogram,
      Map<String, Object> report)
      throws IOException {
    int rows = (int) Math.min(Integer.MAX_VALUE, corpus.contents());
    BandPlan plan = Objects.requireNonNull(way, CHECKED).bands(rows);
    limit = plan == null ? limit() : JoinWay.reaching(limit(), profile.bits());
    BandPairs join = new BandPairs(plan, profile.bits(), limit(), onlyReferred(), near.maxPairs());
    JobReport.addPlan(report, plan, verification.minSimilarity());
    Dataset<Row> candidates =
        folder.stage(
            "pairs",
            "candidates by features",
            () -> join.pairs(corpus.rows(), corpus.contents(), cores));
    VerifiedPairs verified =
        new VerifiedPairs(corpus, folder, candidates, verification, rule(corpus, folder));
    verified.addTo(histogram);
    Map<String, Object> how = described(verification);
    how.put("compared", verified.compared());
    how.put("refused", verified.refused());
    report.put("verification", how);
    return verified.pairs();
  }

  private static Map<String, Object> described(Verification verification) {
    Map<String, Object> how = new LinkedHashMap<>();
    how.put("minSimilarity", verification.minSimilarity());
    how.put("candidatesWithin", verification.candidatesWithin());
    return how;
  }

  /// Up to where records are near-duplicates.
  NearLimit limit() {
    return Objects.requireNonNull(limit, CHECKED);
  }
}

package io.neardup.spark;

import static org.apache.spark.sql.functions.expr;

import io.neardup.measure.DropRule;
import io.neardup.measure.NearLimit;
import io.neardup.measure.Verification;
import io.neardup.pairs.bands.BandPlan;
import io.neardup.pairs.bands.JoinWay;
import io.neardup.pairs.group.SurvivorRule;
import io.neardup.profile.Profile;
import io.neardup.spark.corpus.CorpusDocuments;
import io.neardup.spark.corpus.CorpusJob;
import io.neardup.spark.corpus.CorpusRecords;
import io.neardup.spark.corpus.VerifiedPairs;
import io.neardup.spark.corpus.WorkFolder;
import io.neardup.spark.pair.BandPairs;
import io.neardup.spark.pair.BlockPlan;
import io.neardup.spark.pair.GroupComparison;
import io.neardup.spark.pair.PairJoin;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;

/// A command that finds pairs.
abstract class NearCommand extends SparkCommand {

  private static final String CHECKED = "the options are checked first";

  @Mixin JobPairOptions near = new JobPairOptions();

  private @Nullable NearLimit limit;
  private @Nullable JoinWay way;
  private @Nullable Broadcast<DropRule> rule;

  @Override
  void check(Profile profile, Map<String, Object> results) {
    limit = requested(profile);
    way = near.way(spec, profile, limit);
    results.put("maxDistance", limit.maxDistance());
    if (limit.verification() != null) {
      results.put("verification", VerifiedPairs.described(limit.verification()));
    }
    results.put("plan", bands() == null ? "bits" : "bands " + bands());
  }

  /// The rules by which documents of a group are preferred.
  List<SurvivorRule> rules() {
    return List.of();
  }

  @Override
  final List<String> values() {
    return rules().stream().map(SurvivorRule::column).filter(Objects::nonNull).toList();
  }

  /// Runs the command.
  abstract void run(CorpusDocuments corpus) throws IOException;

  @Override
  final CorpusRecords run(CorpusJob job) throws IOException {
    CorpusDocuments corpus = new CorpusDocuments(job, rules(), bands());
    corpus.notes().forEach(this::note);
    rule = corpus.toExecutors(rule(corpus));
    run(corpus);
    return corpus;
  }

  private @Nullable BandPlan bands() {
    return Objects.requireNonNull(way, CHECKED).bands();
  }

  /// Which records may be dropped for which.
  DropRule rule(CorpusDocuments corpus) {
    return DropRule.ALL;
  }

  /// The rule, as executors have it.
  final Broadcast<DropRule> rule() {
    return Objects.requireNonNull(rule, "found with the pairs");
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
  Dataset<Row> pairs(CorpusDocuments corpus, boolean allPairs) throws IOException {
    int cores = corpus.rows().sparkSession().sparkContext().defaultParallelism();
    int bits = corpus.job().profile().build().bits();
    Verification verification = limit().verification();
    return verification == null
        ? byBits(corpus, bits, allPairs, cores)
        : byBands(corpus, bits, verification, cores);
  }

  /// The pairs of which the distance decides.
  private Dataset<Row> byBits(CorpusDocuments corpus, int bits, boolean allPairs, int cores)
      throws IOException {
    int distance = limit().maxDistance();
    BlockPlan plan =
        BlockPlan.of(bits, distance, near.recall(), corpus.fingerprints(), near.maxGroup);
    WorkFolder folder = corpus.job().folder();
    folder.describe("sizes of groups");
    PairJoin join = join(plan);
    PairJoin.Sizes sizes = join.sizes(corpus.rows(), corpus.fingerprints(), cores);
    JobReport.addPlan(corpus.job().report(), plan, sizes);
    Dataset<Row> found =
        folder.stage(
            "pairs",
            "pairs of fingerprints",
            () -> join.pairs(corpus.rows(), sizes, allPairs, cores));
    folder.describe("pairs by distance");
    addHistogram(corpus, found.where(GroupComparison.IS_COUNT), bits);
    return VerifiedPairs.droppable(found.where("NOT " + GroupComparison.IS_COUNT));
  }

  private PairJoin join(BlockPlan plan) {
    return new PairJoin(plan, near.maxGroup, onlyReferred(), near.maxPairs());
  }

  /// The pairs of documents at a distance.
  private record Distance(int distance, long pairs) {}

  private void addHistogram(CorpusDocuments corpus, Dataset<Row> pairs, int bits) {
    long[] histogram = new long[bits + 1];
    histogram[0] = corpus.equalPairs(onlyReferred());
    for (Row row : pairs.groupBy("distance").agg(expr("sum(pairs)")).collectAsList()) {
      histogram[row.getInt(0)] += row.getLong(1);
    }
    corpus
        .job()
        .report()
        .put(
            "distances",
            IntStream.rangeClosed(0, limit().reach())
                .mapToObj(distance -> new Distance(distance, histogram[distance]))
                .toList());
  }

  /// The pairs of which the features decide.
  private Dataset<Row> byBands(
      CorpusDocuments corpus, int bits, Verification verification, int cores) throws IOException {
    int rows = (int) Math.min(Integer.MAX_VALUE, corpus.contents());
    BandPlan plan = Objects.requireNonNull(way, CHECKED).bands(rows);
    limit = plan == null ? limit() : JoinWay.reaching(limit(), bits);
    Map<String, Object> report = corpus.job().report();
    JobReport.addPlan(report, plan, verification.minSimilarity());
    report.put("shuffleBudget", BandPairs.budget(plan));
    Dataset<Row> candidates =
        corpus
            .job()
            .folder()
            .stage(
                "pairs",
                "candidates by features",
                () -> candidates(corpus, bits, plan, verification, cores));
    Dataset<Row> pairs = VerifiedPairs.of(corpus, candidates, verification, rule());
    addHistogram(corpus, pairs, bits);
    return pairs;
  }

  /// The pairs whose features are compared: of a few texts all within the distance that these can
  /// have.
  private Dataset<Row> candidates(
      CorpusDocuments corpus,
      int bits,
      @Nullable BandPlan plan,
      Verification verification,
      int cores) {
    if (plan != null) {
      return new BandPairs(
              plan, bits, verification.minSimilarity(), onlyReferred(), near.maxPairs())
          .pairs(corpus.rows(), corpus.contents(), cores);
    }
    PairJoin join = join(new BlockPlan(bits, limit().reach(), 0, 1.0, 1.0));
    return join.pairs(
            corpus.rows(), join.sizes(corpus.rows(), corpus.contents(), cores), true, cores)
        .where("NOT " + GroupComparison.IS_COUNT);
  }

  /// Up to where records are near-duplicates.
  NearLimit limit() {
    return Objects.requireNonNull(limit, CHECKED);
  }
}

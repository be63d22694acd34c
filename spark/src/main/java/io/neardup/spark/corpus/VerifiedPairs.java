package io.neardup.spark.corpus;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.when;

import io.neardup.measure.DropRule;
import io.neardup.measure.Verification;
import io.neardup.measure.WeightedJaccard;
import io.neardup.simhash.FeatureVector;
import io.neardup.spark.pair.GroupComparison;
import java.io.IOException;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/// Pairs of which candidates are verified by the features of their texts. Fingerprints of several
/// documents are decided on by the text of the first.
public final class VerifiedPairs {

  private static final StructType COMPARED =
      GroupComparison.SCHEMA
          .add("dropsA", DataTypes.BooleanType, false)
          .add("dropsB", DataTypes.BooleanType, false)
          .add("similarity", DataTypes.DoubleType, false);

  private final Dataset<Row> clear;
  private final Dataset<Row> accepted;
  private final long compared;
  private final long refused;

  /// Compares the candidates.
  ///
  /// @param found as in [io.neardup.spark.pair.GroupComparison#SCHEMA], without counts
  /// @param rule which texts may be dropped for which
  public VerifiedPairs(
      CorpusDocuments corpus,
      WorkFolder folder,
      Dataset<Row> found,
      Verification verification,
      JobDropRule rule)
      throws IOException {
    Column isUnclear = col("distance").gt(verification.clearWithin());
    Dataset<Row> candidates = found.where(isUnclear);
    Dataset<Row> texts = TextPairs.of(corpus, folder, "candidate-texts", candidates);
    Dataset<Row> similar =
        folder.stage(
            "verified",
            "similarities of candidates",
            () ->
                texts
                    .select("a", "b", "textA", "textB", "distance", "pairs")
                    .mapPartitions(
                        new FeaturePairs(corpus.profile(), rule, VerifiedPairs::compared),
                        Encoders.row(COMPARED)));
    Column isAccepted = col("similarity").geq(verification.minSimilarity());
    folder.describe("numbers of candidates");
    Row counts =
        similar
            .agg(count(lit(1)), coalesce(sum(when(isAccepted, 0L).otherwise(1L)), lit(0L)))
            .first();
    this.clear = droppable(found.where(col("distance").leq(verification.clearWithin())));
    this.accepted = similar.where(isAccepted).drop("similarity");
    this.compared = counts.getLong(0);
    this.refused = counts.getLong(1);
  }

  /// Pairs of which each text may be dropped for the other one.
  public static Dataset<Row> droppable(Dataset<Row> pairs) {
    return pairs.withColumn("dropsA", lit(true)).withColumn("dropsB", lit(true));
  }

  /// The pairs of near-duplicates, as they were found, and `dropsA`: whether `a` may be dropped for
  /// `b`, and `dropsB`.
  public Dataset<Row> pairs() {
    return clear.union(accepted);
  }

  /// Adds the number of pairs of documents at each distance.
  public void addTo(long[] histogram) {
    for (Row row : pairs().groupBy("distance").agg(sum("pairs")).collectAsList()) {
      histogram[row.getInt(0)] += row.getLong(1);
    }
  }

  /// The number of candidates.
  public long compared() {
    return compared;
  }

  /// The number of candidates that are no near-duplicates.
  public long refused() {
    return refused;
  }

  private static Row compared(Row pair, FeatureVector a, FeatureVector b, DropRule rule) {
    return RowFactory.create(
        pair.get(0),
        pair.get(1),
        pair.get(4),
        pair.get(5),
        rule.isAll() || rule.drops(a, b),
        rule.isAll() || rule.drops(b, a),
        WeightedJaccard.of(a, b));
  }
}

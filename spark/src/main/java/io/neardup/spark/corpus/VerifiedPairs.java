package io.neardup.spark.corpus;

import io.neardup.measure.DropRule;
import io.neardup.measure.Verification;
import io.neardup.measure.WeightedJaccard;
import io.neardup.simhash.FeatureVector;
import io.neardup.spark.pair.GroupComparison;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
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

  private VerifiedPairs() {}

  /// The pairs of near-duplicates, as they were found, and `dropsA`: whether `a` may be dropped for
  /// `b`, and `dropsB`. Reports how many candidates were compared, and refused.
  ///
  /// @param found as in [io.neardup.spark.pair.GroupComparison#SCHEMA], without counts
  /// @param rule which texts may be dropped for which
  public static Dataset<Row> of(
      CorpusDocuments corpus,
      Dataset<Row> found,
      Verification verification,
      Broadcast<DropRule> rule)
      throws IOException {
    WorkFolder folder = corpus.job().folder();
    String isClear = "distance <= " + verification.clearWithin();
    TextPairs texts = TextPairs.of(corpus, "candidate-texts", found.where("NOT " + isClear));
    Dataset<Row> similar =
        folder.stage(
            "verified",
            "similarities of candidates",
            () ->
                texts.compareFeatures(
                    (pair, a, b) -> compared(pair, a, b, rule.value()), COMPARED));
    String isAccepted = "similarity >= " + verification.minSimilarity() + "D";
    folder.describe("numbers of candidates");
    Row counts = similar.selectExpr("count(1)", "count_if(NOT " + isAccepted + ")").first();
    Map<String, Object> how = described(verification);
    how.put("compared", counts.getLong(0));
    how.put("refused", counts.getLong(1));
    corpus.job().report().put("verification", how);
    return droppable(found.where(isClear)).union(similar.where(isAccepted).drop("similarity"));
  }

  /// How candidates are verified, for the report.
  public static Map<String, Object> described(Verification verification) {
    Map<String, Object> how = new LinkedHashMap<>();
    how.put("minSimilarity", verification.minSimilarity());
    how.put("candidatesWithin", verification.candidatesWithin());
    return how;
  }

  /// Pairs of which each text may be dropped for the other one.
  public static Dataset<Row> droppable(Dataset<Row> pairs) {
    return pairs.selectExpr("*", "true AS dropsA", "true AS dropsB");
  }

  private static Row compared(Row pair, FeatureVector a, FeatureVector b, DropRule rule) {
    return RowFactory.create(
        pair.get(0),
        pair.get(1),
        pair.getAs("distance"),
        pair.getAs("pairs"),
        rule.isAll() || rule.drops(a, b),
        rule.isAll() || rule.drops(b, a),
        WeightedJaccard.of(a, b));
  }
}

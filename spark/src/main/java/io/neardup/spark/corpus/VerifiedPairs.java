package io.neardup.spark.corpus;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.when;

import io.neardup.measure.Verification;
import io.neardup.measure.WeightedJaccard;
import io.neardup.profile.Content;
import io.neardup.profile.Profile;
import io.neardup.simhash.FeatureVector;
import java.io.IOException;
import java.util.Iterator;
import java.util.Spliterators;
import java.util.function.Function;
import java.util.stream.StreamSupport;
import org.apache.spark.api.java.function.MapPartitionsFunction;
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

  private final Dataset<Row> clear;
  private final Dataset<Row> accepted;
  private final long compared;
  private final long refused;

  /// Compares the candidates.
  ///
  /// @param found as in [io.neardup.spark.pair.GroupComparison#SCHEMA], without counts
  public VerifiedPairs(
      CorpusDocuments corpus, WorkFolder folder, Dataset<Row> found, Verification verification)
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
                    .select("a", "b", "distance", "pairs", "textA", "textB")
                    .mapPartitions(
                        new Similarities(corpus.profile()), Encoders.row(Similarities.SCHEMA)));
    Column isAccepted = col("similarity").geq(verification.minSimilarity());
    folder.describe("numbers of candidates");
    Row counts =
        similar
            .agg(count(lit(1)), coalesce(sum(when(isAccepted, 0L).otherwise(1L)), lit(0L)))
            .first();
    this.clear = found.where(col("distance").leq(verification.clearWithin()));
    this.accepted = similar.where(isAccepted).drop("similarity");
    this.compared = counts.getLong(0);
    this.refused = counts.getLong(1);
  }

  /// The pairs of near-duplicates, as they were found.
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

  /// Compares two texts by their features.
  private record Similarities(JobProfile profile) implements MapPartitionsFunction<Row, Row> {

    static final StructType SCHEMA =
        new StructType()
            .add("a", DataTypes.LongType, false)
            .add("b", DataTypes.LongType, false)
            .add("distance", DataTypes.IntegerType, false)
            .add("pairs", DataTypes.LongType, false)
            .add("similarity", DataTypes.DoubleType, false);

    @Override
    public Iterator<Row> call(Iterator<Row> pairs) {
      Profile recipe = profile.build();
      Function<String, FeatureVector> features = text -> recipe.vector(new Content.Text(text));
      TextPairs.Side<FeatureVector> later = new TextPairs.Side<>(features);
      return StreamSupport.stream(Spliterators.spliteratorUnknownSize(pairs, 0), false)
          .map(pair ->
              RowFactory.create(
                  pair.getLong(0),
                  pair.getLong(1),
                  pair.getInt(2),
                  pair.getLong(3),
                  WeightedJaccard.of(
                      features.apply(pair.getString(4)),
                      later.of(pair.getLong(1), pair.getString(5)))))
          .iterator();
    }
  }
}

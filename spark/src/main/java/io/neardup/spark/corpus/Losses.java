package io.neardup.spark.corpus;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.when;

import io.neardup.measure.DropRule;
import io.neardup.measure.Loss;
import io.neardup.simhash.FeatureVector;
import java.io.IOException;
import java.util.Map;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/// What is lost with each record that is dropped for another one: the texts of both are compared
/// once more.
public final class Losses {

  private static final StructType LOST =
      new StructType()
          .add("lost", DataTypes.LongType, false)
          .add("similarity", DataTypes.DoubleType, false)
          .add("unique", DataTypes.DoubleType, false)
          .add("isVariant", DataTypes.BooleanType, false);

  private final WorkFolder folder;
  private final Dataset<Row> rows;

  /// What a record that is dropped is to the kept one: a copy, or a variant.
  public static Column kind() {
    return when(col("isVariant"), lit("variant")).otherwise(lit("copy"));
  }

  /// Compares all records that are dropped with those that are kept for them.
  public Losses(CorpusDocuments corpus, WorkFolder folder, NearGroups groups, JobDropRule rule)
      throws IOException {
    this.folder = folder;
    Dataset<Row> dropped = groups.members().where(not(col("kept")).and(col("keeps")));
    Dataset<Row> texts =
        TextPairs.of(
            corpus,
            folder,
            "dropped-texts",
            dropped
                .where(not(col("equal")))
                .select(col("number").as("a"), col("survivor").as("b")));
    Dataset<Row> compared =
        folder.stage(
            "losses",
            "what is lost with dropped records",
            () ->
                texts
                    .select("a", "b", "textA", "textB")
                    .mapPartitions(
                        new FeaturePairs(corpus.profile(), rule, Losses::compared),
                        Encoders.row(LOST)));
    this.rows =
        dropped
            .where(col("equal"))
            .select(col("number"), lit(1.0), lit(0.0), lit(false))
            .union(compared)
            .toDF(LOST.fieldNames());
  }

  private static Row compared(Row pair, FeatureVector text, FeatureVector kept, DropRule rule) {
    Loss loss = rule.loss(text, kept);
    return RowFactory.create(pair.get(0), loss.similarity(), loss.unique(), loss.isVariant());
  }

  /// The losses: `lost`, the number of the record, `similarity`, `unique` and `isVariant`.
  public Dataset<Row> rows() {
    return rows;
  }

  /// The number of variants that are dropped.
  public long variants() {
    folder.describe("number of variants");
    return rows.where(col("isVariant")).count();
  }

  /// The number of records that are dropped by the share of their unique features, as
  /// [Loss.Distribution#counts].
  public Map<Double, Long> distribution() {
    folder.describe("what dropped records alone have");
    Loss.Distribution counts = new Loss.Distribution();
    for (Row row : rows.groupBy("unique").agg(count(lit(1))).collectAsList()) {
      counts.add(row.getDouble(0), row.getLong(1));
    }
    return counts.counts();
  }
}

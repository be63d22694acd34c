package io.neardup.spark.corpus;

import static org.apache.spark.sql.functions.expr;

import io.neardup.measure.DropRule;
import io.neardup.measure.Loss;
import java.io.IOException;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;

/// What is lost with each record that is dropped for another one: the texts of both are compared
/// once more.
public final class Losses {

  private static final StructType LOST =
      StructType.fromDDL(
          "lost BIGINT NOT NULL, similarity DOUBLE NOT NULL, unique DOUBLE NOT NULL,"
              + " kind STRING NOT NULL");

  private final Dataset<Row> rows;

  /// Compares all records that are dropped with those that are kept for them.
  public Losses(CorpusDocuments corpus, NearGroups groups, Broadcast<DropRule> rule)
      throws IOException {
    WorkFolder folder = corpus.job().folder();
    Dataset<Row> dropped = groups.members().where("NOT kept AND keeps");
    TextPairs texts =
        TextPairs.of(
            corpus,
            "dropped-texts",
            dropped.where("NOT equal").selectExpr("number AS a", "survivor AS b", "inside"));
    Dataset<Row> compared =
        folder.stage(
            "losses",
            "what is lost with dropped records",
            () ->
                texts.compareFeatures(
                    (pair, text, kept) -> compared(pair, rule.value().loss(text, kept)), LOST));
    this.rows =
        dropped
            .where("equal")
            .selectExpr("number", "1D", "0D", "if(inside, 'contained', 'copy')")
            .union(compared)
            .toDF(LOST.fieldNames());
    folder.describe("number of variants");
    corpus.job().report().put("variants", rows.where("kind = 'variant'").count());
    folder.describe("what dropped records alone have");
    Loss.Distribution counts = new Loss.Distribution();
    for (Row row : rows.groupBy("unique").agg(expr("count(1)")).collectAsList()) {
      counts.add(row.getDouble(0), row.getLong(1));
    }
    corpus
        .job()
        .report()
        .put(
            "unique",
            counts.counts().entrySet().stream()
                .map(share -> new Share(share.getKey(), share.getValue()))
                .toList());
  }

  /// The records of which a share of the features, at most, is not in the kept record.
  private record Share(double upTo, long records) {}

  private static Row compared(Row pair, Loss loss) {
    boolean isInside = pair.getAs("inside");
    String kind = isInside ? "contained" : loss.isVariant() ? "variant" : "copy";
    return RowFactory.create(pair.get(0), loss.similarity(), loss.unique(), kind);
  }

  /// Members of groups with `similarity` and `unique`, null if no record is kept for them, and
  /// `kind`: what they are to the kept record.
  public Dataset<Row> with(Dataset<Row> members) {
    return members
        .join(rows, expr("number = lost"), "left_outer")
        .withColumn("kind", expr("coalesce(kind, 'copy')"));
  }
}

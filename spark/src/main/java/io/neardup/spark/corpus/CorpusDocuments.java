package io.neardup.spark.corpus;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.negate;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.udf;

import io.neardup.options.Survivor;
import io.neardup.spark.input.RecordInput;
import io.neardup.spark.pair.FingerprintBytes;
import java.io.IOException;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.types.DataTypes;

/// The documents of a corpus, and the distinct fingerprints of them.
public final class CorpusDocuments extends CorpusRecords {

  private final Dataset<Row> rows;
  private final long withoutFeatures;
  private final long fingerprints;

  /// Computes the fingerprints.
  ///
  /// @param survivor the document of a group to be kept
  /// @param maxRejected the most records that may be rejected
  /// @throws io.neardup.spark.input.JobException if there are more
  public CorpusDocuments(
      RecordInput input, WorkFolder folder, JobProfile profile, Survivor survivor, long maxRejected)
      throws IOException {
    super(
        input,
        folder,
        profile,
        maxRejected,
        "fingerprints of texts",
        Fingerprinting::document,
        Fingerprinting.DOCUMENTS);
    this.rows =
        folder.stage(
            "distinct",
            "distinct fingerprints",
            () ->
                documents()
                    .where(col("fp").isNotNull())
                    .withColumn("rank", rank(survivor))
                    .groupBy("fp")
                    .agg(
                        min("number").as("first"),
                        count(lit(1)).as("documents"),
                        min("rank").as("best")));
    folder.describe("number of distinct fingerprints");
    Row counts = rows.agg(count(lit(1)), coalesce(sum("documents"), lit(0L))).first();
    this.fingerprints = counts.getLong(0);
    this.withoutFeatures = records() - rejected() - counts.getLong(1);
  }

  /// The rank of a document, the smallest one is preferred: `order`, then `number` of the document,
  /// so that any two are different.
  private static Column rank(Survivor survivor) {
    Column order =
        switch (survivor) {
          case FIRST, CENTRAL -> lit(0L);
          case LAST -> negate(col("number"));
          case LONGEST -> negate(col("features")).cast("bigint");
        };
    return struct(order.as("order"), col("number"));
  }

  /// The distinct fingerprints: `fp`, `first` document, number of `documents`, `best`: the rank of
  /// the preferred document.
  public Dataset<Row> rows() {
    return rows;
  }

  /// The number of records without features, which are near-duplicates of nothing.
  public long withoutFeatures() {
    return withoutFeatures;
  }

  /// The number of distinct fingerprints.
  public long fingerprints() {
    return fingerprints;
  }

  /// The number of pairs of documents with equal fingerprints.
  public long equalPairs() {
    Object pairs = rows.agg(sum(expr("documents * (documents - 1) div 2"))).first().get(0);
    return pairs == null ? 0 : (Long) pairs;
  }

  /// The number of differing bits of two fingerprints.
  public static Column distance(Column a, Column b) {
    UDF2<byte[], byte[], Integer> distance = FingerprintBytes::distance;
    return udf(distance, DataTypes.IntegerType).apply(a, b);
  }
}

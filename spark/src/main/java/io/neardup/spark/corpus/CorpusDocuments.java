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

import io.neardup.options.GroupOptions.Survivor;
import io.neardup.profile.Content;
import io.neardup.profile.Profile;
import io.neardup.profile.Sketch;
import io.neardup.spark.input.RecordInput;
import io.neardup.spark.pair.FingerprintBytes;
import java.io.IOException;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/// The documents of a corpus, and the distinct fingerprints of them.
public final class CorpusDocuments extends CorpusRecords {

  /// `fp` is null for texts without features, which are near-duplicates of nothing, and for records
  /// with a fault; `length` is that of the text in code points.
  private static final StructType DOCUMENTS =
      new StructType()
          .add("number", DataTypes.LongType, false)
          .add("id", DataTypes.StringType, true)
          .add("fp", DataTypes.BinaryType, true)
          .add("features", DataTypes.IntegerType, false)
          .add("length", DataTypes.IntegerType, false)
          .add("fault", DataTypes.StringType, true);

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
        CorpusDocuments::document,
        DOCUMENTS);
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

  /// The row of a text, as [io.neardup.spark.input.RecordInput#TEXTS] has it.
  private static Row document(Profile recipe, Row text) {
    Object number = text.get(0);
    Object id = text.get(1);
    String content = text.getString(2);
    String fault = text.getString(3);
    if (fault != null) {
      return RowFactory.create(number, id, null, 0, 0, fault);
    }
    Sketch sketch = recipe.sketch(new Content.Text(content));
    byte[] fp = sketch.isEmpty() ? null : FingerprintBytes.of(sketch.fingerprint());
    int length = content.codePointCount(0, content.length());
    return RowFactory.create(number, id, fp, sketch.features(), length, null);
  }

  /// The rank of a document, the smallest one is preferred: `order`, then `number` of the document,
  /// so that any two are different.
  private static Column rank(Survivor survivor) {
    Column order =
        switch (survivor) {
          case FIRST, CENTRAL -> lit(0L);
          case LAST -> negate(col("number"));
          case LONGEST -> negate(col("length")).cast("bigint");
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

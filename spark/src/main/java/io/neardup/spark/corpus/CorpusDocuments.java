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
import static org.apache.spark.sql.functions.when;

import io.neardup.measure.Verification;
import io.neardup.options.GroupOptions.Survivor;
import io.neardup.profile.Content;
import io.neardup.profile.Profile;
import io.neardup.profile.Sketch;
import io.neardup.simhash.FeatureVector;
import io.neardup.spark.input.RecordInput;
import io.neardup.spark.pair.FingerprintBytes;
import java.io.IOException;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.expressions.WindowSpec;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/// The documents of a corpus, and the distinct fingerprints of them.
///
/// If pairs are verified, documents with equal fingerprints and different features are different:
/// they form a row each. Of more than [#MAX_CONTENTS] such rows, the first one represents the
/// others in pairs with other fingerprints: they are one row if equal fingerprints are
/// near-duplicates without a comparison, otherwise each is compared with the first.
public final class CorpusDocuments extends CorpusRecords {

  /// The most contents with one fingerprint that are all compared with others.
  static final int MAX_CONTENTS = 100;

  /// `fp` is null for texts without features, which are near-duplicates of nothing, and for records
  /// with a fault. `content` is a hash of the features, null if only fingerprints are compared;
  /// `length` is that of the text in code points.
  private static final StructType DOCUMENTS =
      new StructType()
          .add("number", DataTypes.LongType, false)
          .add("id", DataTypes.StringType, true)
          .add("fp", DataTypes.BinaryType, true)
          .add("content", DataTypes.LongType, true)
          .add("features", DataTypes.IntegerType, false)
          .add("length", DataTypes.IntegerType, false)
          .add("fault", DataTypes.StringType, true);

  private final Dataset<Row> rows;
  private final Dataset<Row> distinct;
  private final boolean equalAreNear;
  private final long withoutFeatures;
  private final long fingerprints;

  /// Computes the fingerprints.
  ///
  /// @param survivor the document of a group to be kept
  /// @param verification of pairs, null if only fingerprints are compared
  /// @param maxRejected the most records that may be rejected
  /// @throws io.neardup.spark.input.JobException if there are more
  public CorpusDocuments(
      RecordInput input,
      WorkFolder folder,
      JobProfile profile,
      Survivor survivor,
      @Nullable Verification verification,
      long maxRejected)
      throws IOException {
    super(
        input,
        folder,
        profile,
        maxRejected,
        "fingerprints of texts",
        verification == null
            ? (recipe, text) -> document(recipe, text, false)
            : (recipe, text) -> document(recipe, text, true),
        DOCUMENTS);
    this.equalAreNear = verification == null || !verification.isUnclear(0);
    this.rows =
        folder.stage(
            "distinct", "distinct fingerprints", () -> rows(rank(survivor), verification != null));
    this.distinct =
        verification == null
            ? rows
            : folder.stage(
                "fingerprints",
                "fingerprints of rows",
                () ->
                    rows.groupBy("fp")
                        .agg(min("first").as("first"), sum("documents").as("documents")));
    folder.describe("number of distinct fingerprints");
    Row counts = distinct.agg(count(lit(1)), coalesce(sum("documents"), lit(0L))).first();
    this.fingerprints = counts.getLong(0);
    this.withoutFeatures = records() - rejected() - counts.getLong(1);
  }

  private Dataset<Row> rows(Column rank, boolean compared) {
    Dataset<Row> contents =
        merged(
            documents()
                .where(col("fp").isNotNull())
                .select(
                    col("fp"),
                    col("content"),
                    col("number").as("first"),
                    lit(1L).as("documents"),
                    rank.as("best")));
    if (!compared) {
      return contents;
    }
    WindowSpec equal = Window.partitionBy("fp");
    Column number = count(lit(1)).over(equal);
    if (equalAreNear) {
      Column few = when(col("contents").leq(MAX_CONTENTS), col("content"));
      contents = merged(contents.withColumn("contents", number).withColumn("content", few));
    }
    return contents
        .withColumn("lead", min("first").over(equal))
        .withColumn("contents", number)
        .withColumn("equal", sum("documents").over(equal));
  }

  private static Dataset<Row> merged(Dataset<Row> rows) {
    return rows.groupBy("fp", "content")
        .agg(min("first").as("first"), sum("documents").as("documents"), min("best").as("best"));
  }

  /// The row of a text, as [io.neardup.spark.input.RecordInput#TEXTS] has it.
  private static Row document(Profile recipe, Row text, boolean hasContent) {
    Object number = text.get(0);
    Object id = text.get(1);
    String content = text.getString(2);
    String fault = text.getString(3);
    if (fault != null) {
      return RowFactory.create(number, id, null, null, 0, 0, fault);
    }
    Sketch sketch = recipe.sketch(new Content.Text(content));
    int length = content.codePointCount(0, content.length());
    if (sketch.isEmpty()) {
      return RowFactory.create(number, id, null, null, 0, length, null);
    }
    return RowFactory.create(
        number,
        id,
        FingerprintBytes.of(sketch.fingerprint()),
        hasContent ? hash(recipe.vector(new Content.Text(content))) : null,
        sketch.features(),
        length,
        null);
  }

  /// A hash of 64 bits: it only distinguishes texts with equal fingerprints.
  private static long hash(FeatureVector features) {
    long hash = features.size();
    for (int i = 0; i < features.size(); i++) {
      hash = mixed(mixed(hash ^ features.hash(i)) ^ features.weight(i));
    }
    return hash;
  }

  private static long mixed(long value) {
    long product = value * 0x9e3779b97f4a7c15L;
    return product ^ product >>> 32;
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

  /// What is compared: `fp`, `content`, null for all with the fingerprint, `first` document, number
  /// of `documents`, `best`: the rank of the preferred document. If pairs are verified also, of all
  /// rows with this fingerprint, the `lead`, their first document, the number of `contents`, and
  /// that of documents, `equal`.
  public Dataset<Row> rows() {
    return rows;
  }

  /// The distinct fingerprints: `fp`, `first` document, number of `documents`.
  public Dataset<Row> distinct() {
    return distinct;
  }

  /// Documents with their rows, of which they are members.
  ///
  /// @param of rows with some columns of [#rows()], among them `fp` and `content`
  static Dataset<Row> members(Dataset<Row> documents, Dataset<Row> of) {
    Dataset<Row> named =
        of.withColumnRenamed("fp", "ofFp").withColumnRenamed("content", "ofContent");
    return documents
        .join(
            named,
            col("fp")
                .equalTo(col("ofFp"))
                .and(col("ofContent").isNull().or(col("content").equalTo(col("ofContent")))))
        .drop("ofFp", "ofContent");
  }

  /// The number of records without features, which are near-duplicates of nothing.
  public long withoutFeatures() {
    return withoutFeatures;
  }

  /// The number of distinct fingerprints.
  public long fingerprints() {
    return fingerprints;
  }

  /// The number of pairs of documents that are near-duplicates without a comparison, as their
  /// fingerprints are equal; if these are compared, as their features are equal.
  public long equalPairs() {
    Dataset<Row> equal = equalAreNear ? distinct : rows;
    Object pairs = equal.agg(sum(expr("documents * (documents - 1) div 2"))).first().get(0);
    return pairs == null ? 0 : (Long) pairs;
  }

  /// The number of differing bits of two fingerprints.
  public static Column distance(Column a, Column b) {
    UDF2<byte[], byte[], Integer> distance = FingerprintBytes::distance;
    return udf(distance, DataTypes.IntegerType).apply(a, b);
  }
}

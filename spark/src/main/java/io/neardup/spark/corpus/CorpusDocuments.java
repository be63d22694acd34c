package io.neardup.spark.corpus;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.count_distinct;
import static org.apache.spark.sql.functions.element_at;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.first;
import static org.apache.spark.sql.functions.isnan;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.negate;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.udf;
import static org.apache.spark.sql.functions.when;

import io.neardup.pairs.bands.BandPlan;
import io.neardup.pairs.bands.FeatureHash;
import io.neardup.pairs.bands.Minima;
import io.neardup.pairs.group.SurvivorRule;
import io.neardup.pairs.group.SurvivorRule.Criterion;
import io.neardup.pairs.group.SurvivorValue;
import io.neardup.profile.Content;
import io.neardup.profile.Profile;
import io.neardup.profile.Sketch;
import io.neardup.spark.input.CorpusInput;
import io.neardup.spark.input.JobException;
import io.neardup.spark.pair.BandRows;
import io.neardup.spark.pair.FingerprintBytes;
import java.io.IOException;
import java.util.List;
import java.util.stream.DoubleStream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/// The documents of a corpus, and the distinct fingerprints of them.
///
/// If pairs are verified, documents with equal fingerprints and different features are different:
/// they form a row each.
public final class CorpusDocuments extends CorpusRecords {

  /// `fp` is null for texts without features, which are near-duplicates of nothing, and for records
  /// with a fault. `content` is a hash of the features and `bands` their bands, null if only
  /// fingerprints are compared; documents of the least `order` are preferred.
  private static final StructType DOCUMENTS =
      new StructType()
          .add("number", DataTypes.LongType, false)
          .add("id", DataTypes.StringType, true)
          .add("fp", DataTypes.BinaryType, true)
          .add("content", DataTypes.LongType, true)
          .add("bands", DataTypes.BinaryType, true)
          .add("features", DataTypes.IntegerType, false)
          .add("order", DataTypes.createArrayType(DataTypes.DoubleType, false), true)
          .add("fault", DataTypes.StringType, true);

  private final Dataset<Row> rows;
  private final long withoutFeatures;
  private final long fingerprints;
  private final long contents;

  /// Computes the fingerprints.
  ///
  /// @param rules by which documents of a group are preferred
  /// @param bands by which pairs are found, to be verified; null if only fingerprints are compared
  /// @param maxRejected the most records that may be rejected
  /// @throws JobException if there are more, or no record has a value in the column of a rule
  public CorpusDocuments(
      CorpusInput input,
      WorkFolder folder,
      JobProfile profile,
      List<SurvivorRule> rules,
      @Nullable BandPlan bands,
      long maxRejected)
      throws IOException {
    super(
        input,
        folder,
        profile,
        maxRejected,
        "fingerprints of texts",
        (recipe, text) -> document(recipe, text, rules, bands),
        DOCUMENTS);
    requireValues(folder, rules);
    this.rows =
        folder.stage(
            "distinct", "distinct fingerprints", () -> rows(rank(rules, isInput(col("number")))));
    folder.describe("number of distinct fingerprints");
    Row counts =
        rows.agg(
                count_distinct(col("fp")),
                count(lit(1)),
                coalesce(sum(col("documents").minus(col("referred"))), lit(0L)))
            .first();
    this.fingerprints = counts.getLong(0);
    this.contents = counts.getLong(1);
    this.withoutFeatures = records() - rejected() - counts.getLong(2);
  }

  private Dataset<Row> rows(Column rank) {
    return documents()
        .where(col("fp").isNotNull())
        .select(col("fp"), col("content"), col("bands"), col("number"), rank.as("best"))
        .groupBy("fp", "content")
        .agg(
            min("number").as("first"),
            count(lit(1)).as("documents"),
            count(when(isInput(col("number")), null).otherwise(1)).as("referred"),
            min("best").as("best"),
            first("bands").as("bands")); // equal ones, as the features are
  }

  /// The row of a text, as [io.neardup.spark.input.RecordInput#TEXTS] has it.
  private static Row document(
      Profile recipe, Row text, List<SurvivorRule> rules, @Nullable BandPlan plan) {
    Object number = text.get(0);
    Object id = text.get(1);
    String content = text.getString(2);
    String fault = text.getString(3);
    if (fault != null) {
      return RowFactory.create(number, id, null, null, null, 0, null, fault);
    }
    FeatureHash hash = new FeatureHash();
    Minima minima = plan == null ? null : new Minima(plan);
    Sketch sketch =
        minima == null
            ? recipe.sketch(new Content.Text(content))
            : recipe.sketch(
                new Content.Text(content),
                (feature, weight) -> {
                  hash.feature(feature, weight);
                  minima.feature(feature, weight);
                });
    double[] order = order(rules, text.getList(4), content);
    if (sketch.isEmpty()) {
      return RowFactory.create(number, id, null, null, null, 0, order, null);
    }
    return RowFactory.create(
        number,
        id,
        FingerprintBytes.of(sketch.fingerprint()),
        minima == null ? null : hash.value(),
        minima == null ? null : BandRows.bytes(minima.row()),
        sketch.features(),
        order,
        null);
  }

  private static double[] order(
      List<SurvivorRule> rules, List<@Nullable String> values, String text) {
    DoubleStream.Builder order = DoubleStream.builder();
    int column = 0;
    for (SurvivorRule rule : rules) {
      if (rule.column() != null) {
        SurvivorValue value = rule.value(column < values.size() ? values.get(column) : null);
        int sign = rule.isLeast() ? 1 : -1;
        order.add(sign * value.nearest()).add(sign * value.rest());
        column++;
      } else if (rule.criterion() == Criterion.LONGEST) {
        order.add(-text.codePointCount(0, text.length()));
      }
    }
    return order.build().toArray();
  }

  private void requireValues(WorkFolder folder, List<SurvivorRule> rules) {
    folder.describe("columns of --survivor");
    int at = 1;
    int column = 0;
    for (SurvivorRule rule : rules) {
      if (rule.column() != null) {
        boolean isUsed =
            records() == 0
                || !documents().where(not(isnan(element_at(col("order"), lit(at))))).isEmpty()
                || hasValues(column);
        if (!isUsed) {
          throw new JobException(
              "no record has a value in column '" + rule.column() + "', named by --survivor");
        }
        column++;
        at += 2;
      } else if (rule.criterion() == Criterion.LONGEST) {
        at++;
      }
    }
  }

  /// The rank of a document, the smallest one is preferred: documents of the reference before all
  /// others. With the `number` of the document, so that any two are different.
  private static Column rank(List<SurvivorRule> rules, Column isInput) {
    boolean isLast = !rules.isEmpty() && rules.getLast().criterion() == Criterion.LAST;
    Column place = isLast ? negate(col("number")) : lit(0L);
    return struct(isInput.as("isInput"), col("order"), place.as("place"), col("number"));
  }

  /// What is compared: `fp`, `content` and `bands`, null for all with the fingerprint, `first`
  /// document, number of `documents`, how many of these are `referred`, records of the reference,
  /// `best`: the rank of the preferred document.
  public Dataset<Row> rows() {
    return rows;
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

  /// The number of rows.
  public long contents() {
    return contents;
  }

  /// The number of pairs of documents that are one row, so near-duplicates without a comparison,
  /// without pairs of two records of the reference.
  ///
  /// @param onlyReferred whether pairs of two records of the input are left out, too
  public long equalPairs(boolean onlyReferred) {
    String counted =
        onlyReferred
            ? "referred * (documents - referred)"
            : "(documents * (documents - 1) - referred * (referred - 1)) div 2";
    Object pairs = rows.agg(sum(expr(counted))).first().get(0);
    return pairs == null ? 0 : (Long) pairs;
  }

  /// The number of differing bits of two fingerprints.
  public static Column distance(Column a, Column b) {
    UDF2<byte[], byte[], Integer> distance = FingerprintBytes::distance;
    return udf(distance, DataTypes.IntegerType).apply(a, b);
  }
}

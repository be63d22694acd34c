package io.neardup.spark.corpus;

import static org.apache.spark.sql.functions.expr;

import io.neardup.pairs.bands.BandPlan;
import io.neardup.pairs.bands.BandRow;
import io.neardup.pairs.bands.FeatureHash;
import io.neardup.pairs.group.SurvivorRule;
import io.neardup.pairs.group.SurvivorRule.Criterion;
import io.neardup.pairs.group.SurvivorValue;
import io.neardup.profile.Content;
import io.neardup.profile.Profile;
import io.neardup.profile.Sketch;
import io.neardup.spark.input.JobException;
import io.neardup.spark.pair.FingerprintBytes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/// The documents of a corpus, and the distinct fingerprints of them.
///
/// If pairs are verified, documents with equal fingerprints and different features are different:
/// they form a row each.
public final class CorpusDocuments extends CorpusRecords {

  /// `fp` is null for texts without features, which are near-duplicates of nothing, and for records
  /// with a fault. `content` is a hash of the features, `keys`, `sketch` and `further` are their
  /// bands, null if only fingerprints are compared; documents of the least `order` are preferred.
  /// The bits of `valued` are the columns of which a document has a value, those of `dated` the
  /// ones where that is a date, those of `odd` the ones where that is neither a number nor a date.
  private static final StructType DOCUMENTS =
      StructType.fromDDL(
          "number BIGINT NOT NULL, id STRING, fp BINARY, content BIGINT, keys ARRAY<INT>, sketch"
              + " ARRAY<BIGINT>, further BINARY, features INT NOT NULL, order ARRAY<DOUBLE>, valued"
              + " INT, dated INT, odd INT, fault STRING");

  private final List<String> notes = new ArrayList<>();
  private final Dataset<Row> rows;
  private final long fingerprints;
  private final long contents;

  /// Computes the fingerprints.
  ///
  /// @param rules by which documents of a group are preferred
  /// @param bands by which pairs are found, to be verified; null if only fingerprints are compared
  /// @throws JobException if too many records are rejected, or none has a value by a rule
  public CorpusDocuments(CorpusJob job, List<SurvivorRule> rules, @Nullable BandPlan bands)
      throws IOException {
    super(
        job,
        "fingerprints of texts",
        (recipe, text) -> document(recipe, text, rules, bands),
        DOCUMENTS);
    WorkFolder folder = job.folder();
    requireValues(folder, rules);
    this.rows = folder.stage("distinct", "distinct fingerprints", () -> rows(rules));
    folder.describe("number of distinct fingerprints");
    Row counts =
        rows.selectExpr("count(DISTINCT fp)", "count(1)", "coalesce(sum(documents - referred), 0L)")
            .first();
    this.fingerprints = counts.getLong(0);
    this.contents = counts.getLong(1);
    job.report().put("withoutFeatures", records() - rejected() - counts.getLong(2));
    job.report().put("fingerprints", fingerprints);
  }

  /// The rows. The rank of a document, the smallest one is preferred, puts documents of the
  /// reference before all others; with the `number`, so that any two are different.
  private Dataset<Row> rows(List<SurvivorRule> rules) {
    boolean isLast = !rules.isEmpty() && rules.getLast().criterion() == Criterion.LAST;
    String place = isLast ? "-number" : "0L";
    return documents()
        .where("fp IS NOT NULL")
        .selectExpr("*", isInput("number") + " AS isInput")
        .groupBy("fp", "content")
        .agg(
            expr("min(number) AS first"),
            expr("count(1) AS documents"),
            expr("count_if(NOT isInput) AS referred"),
            expr("min(struct(isInput, order, " + place + " AS place, number)) AS best"),
            expr("first(keys) AS keys"), // equal ones, as the features are
            expr("first(sketch) AS sketch"),
            expr("first(further) AS further"));
  }

  /// The row of a text, as [io.neardup.spark.input.RecordInput#TEXTS] has it.
  private static Row document(
      Profile recipe, Row text, List<SurvivorRule> rules, @Nullable BandPlan plan) {
    Object number = text.get(0);
    Object id = text.get(1);
    String content = text.getString(2);
    String fault = text.getString(3);
    if (fault != null) {
      return RowFactory.create(number, id, null, null, null, null, null, 0, null, 0, 0, 0, fault);
    }
    FeatureHash features = new FeatureHash(plan);
    Sketch sketch =
        plan == null
            ? recipe.sketch(new Content.Text(content))
            : recipe.sketch(new Content.Text(content), features);
    boolean compared = !sketch.isEmpty();
    BandRow bands = compared ? features.bands() : null;
    Preference preference = Preference.of(rules, text.getList(4), content);
    return RowFactory.create(
        number,
        id,
        compared ? FingerprintBytes.of(sketch.fingerprint()) : null,
        bands == null ? null : features.value(),
        bands == null ? null : bands.keys(),
        bands == null ? null : bands.sketch(),
        bands == null ? null : bands.further(),
        compared ? sketch.features() : 0,
        preference.order,
        preference.valued,
        preference.dated,
        preference.odd,
        null);
  }

  /// By what a document is preferred.
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody
  private record Preference(double[] order, int valued, int dated, int odd) {

    static Preference of(List<SurvivorRule> rules, List<@Nullable String> values, String text) {
      DoubleStream.Builder order = DoubleStream.builder();
      int column = 0;
      int valued = 0;
      int dated = 0;
      int odd = 0;
      for (SurvivorRule rule : rules) {
        if (rule.column() != null) {
          String given = column < values.size() ? values.get(column) : null;
          SurvivorValue value = rule.value(given);
          int sign = rule.isLeast() ? 1 : -1;
          order.add(sign * value.nearest()).add(sign * value.rest());
          if (!Double.isNaN(value.nearest())) {
            valued |= 1 << column;
            dated |= rule.isDate(given) ? 1 << column : 0;
          } else if (given != null && !given.isBlank()) {
            odd |= 1 << column;
          }
          column++;
        } else if (rule.isOfLength()) {
          order.add((rule.isLeast() ? 1 : -1) * text.codePointCount(0, text.length()));
        }
      }
      return new Preference(order.build().toArray(), valued, dated, odd);
    }
  }

  private void requireValues(WorkFolder folder, List<SurvivorRule> rules) {
    folder.describe("columns of --survivor");
    int bit = 1;
    for (SurvivorRule rule : rules) {
      if (rule.column() != null && records() > 0) {
        String isSet = " & " + bit + " != 0)";
        Row counts =
            documents()
                .where(isInput("number"))
                .selectExpr(
                    "count_if(valued" + isSet, "count_if(odd" + isSet, "count_if(dated" + isSet)
                .first();
        if (counts.getLong(0) == 0) {
          throw new JobException(rule.withoutValues(counts.getLong(1)));
        }
        notes.addAll(rule.notes(counts.getLong(0), counts.getLong(2), counts.getLong(1)));
        bit <<= 1;
      }
    }
  }

  /// Sentences about columns of which some values cannot be compared.
  public List<String> notes() {
    return notes;
  }

  /// What is compared: `fp`, `content`, `keys`, `sketch` and `further`, null for all with the
  /// fingerprint, `first` document, number of `documents`, how many of these are `referred`,
  /// records of the reference, `best`: the rank of the preferred document.
  public Dataset<Row> rows() {
    return rows;
  }

  /// Documents with their rows, of which they are members.
  ///
  /// @param of rows with some columns of [#rows()], among them `fp` and `content`
  static Dataset<Row> members(Dataset<Row> documents, Dataset<Row> of) {
    return documents
        .join(
            of.withColumnRenamed("fp", "ofFp").withColumnRenamed("content", "ofContent"),
            expr("fp = ofFp AND (ofContent IS NULL OR content = ofContent)"))
        .drop("ofFp", "ofContent");
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
    return rows.selectExpr("coalesce(sum(" + counted + "), 0L)").first().getLong(0);
  }
}

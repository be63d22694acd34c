package io.neardup.spark.corpus;

import static org.apache.spark.sql.functions.broadcast;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.udf;

import io.neardup.profile.Profile;
import io.neardup.spark.input.CorpusInput;
import io.neardup.spark.input.JobException;
import io.neardup.spark.input.RecordInput;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.spark.api.java.function.Function2;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/// The records of a corpus, with what a job computes of the text of each.
public class CorpusRecords {

  /// Numbers of that many records are sent to all executors, instead of sorting records by them.
  private static final long BROADCAST_NUMBERS = 4_000_000;

  /// Files of which no record can be used, and whose columns are looked at.
  private static final int MAX_CHECKED = 100;

  private static final String PARTITIONS = "spark.sql.shuffle.partitions";
  private static final int RECORDS_A_PARTITION = 1_000_000;

  private final CorpusJob job;
  private final CorpusInput input;
  private final Dataset<Row> documents;
  private final UserDefinedFunction fileOf;
  private final long records;
  private final long rejected;
  private final long referred;
  private final long referredRejected;

  /// Computes what a job needs of each text.
  ///
  /// @param computed what is computed, for Spark's UI
  /// @param maker makes the row of a text, as in [RecordInput#TEXTS]
  /// @param schema of the rows that are made; with `number`, `id` and `fault`
  /// @throws JobException if more records are rejected
  public CorpusRecords(
      CorpusJob job, String computed, Function2<Profile, Row, Row> maker, StructType schema)
      throws IOException {
    this.job = job;
    this.input = job.input();
    if (input.files().size() > RecordInput.MAX_FILES) {
      throw new JobException(
          "there are "
              + input.files().size()
              + " files, more than "
              + RecordInput.MAX_FILES
              + "; divide --input");
    }
    WorkFolder folder = job.folder();
    this.documents = folder.stage("documents", computed, () -> rows(input.texts(), maker, schema));
    folder.describe("numbers of records");
    String isInput = input.isInput("number");
    Row counts =
        documents
            .selectExpr(
                "count_if(" + isInput + ")",
                "count_if(fault IS NOT NULL AND " + isInput + ")",
                "count(1)",
                "count(fault)")
            .first();
    this.records = counts.getLong(0);
    this.rejected = counts.getLong(1);
    this.referred = counts.getLong(2) - records;
    this.referredRejected = counts.getLong(3) - rejected;
    long faults = counts.getLong(3);
    if (faults > 0) {
      requireColumns();
    }
    if (rejected > 0 && rejected == records) {
      throw new JobException("no record can be used; the first: " + firstFaults());
    }
    if (faults > job.maxRejected()) {
      throw new JobException(
          faults
              + " records cannot be used, more than --max-rejected "
              + job.maxRejected()
              + "; the first: "
              + firstFaults());
    }
    divide(documents.sparkSession(), records + referred);
    Broadcast<List<String>> files = toExecutors(input.files());
    UDF1<Long, String> path = number -> files.value().get(RecordInput.file(number));
    this.fileOf = udf(path, DataTypes.StringType);
    Map<String, Object> report = job.report();
    report.put("records", records);
    report.put("rejected", rejected);
    if (referred > 0) {
      report.put("reference", referred);
      report.put("rejectedOfReference", referredRejected);
    }
  }

  /// Divides shuffles of large corpora into more partitions than the 200 of Spark, unless their
  /// number is configured.
  private static void divide(SparkSession spark, long records) {
    int partitions = RecordInput.partitions(records, RECORDS_A_PARTITION, 0);
    if (!spark.sparkContext().getConf().contains(PARTITIONS)
        && partitions > Long.parseLong(spark.conf().get(PARTITIONS))) {
      spark.conf().set(PARTITIONS, partitions);
    }
  }

  /// @throws JobException if no record of a file can be used as it does not have the columns
  private void requireColumns() throws IOException {
    job.folder().describe("files of which no record can be used");
    for (Row unused :
        documents
            .groupBy(expr("cast(shiftright(number, " + RecordInput.PLACE_BITS + ") AS int) AS of"))
            .agg(expr("count(1) AS all"), expr("count(fault) AS faults"))
            .where("all = faults")
            .orderBy("of")
            .select("of")
            .takeAsList(MAX_CHECKED)) {
      String file = input.files().get(unused.getInt(0));
      String wrong = input.wrongColumn(file);
      if (wrong != null) {
        throw new JobException(file + ": " + wrong);
      }
    }
  }

  private String firstFaults() {
    Row fault = documents.where("fault IS NOT NULL").orderBy("number").first();
    long number = fault.getLong(0);
    return RecordInput.name(input.files().get(RecordInput.file(number)), RecordInput.place(number))
        + ": "
        + fault.getAs("fault");
  }

  /// The records as they were made, and the reference.
  public final Dataset<Row> documents() {
    return documents;
  }

  /// The job that reads them.
  public final CorpusJob job() {
    return job;
  }

  /// Sends a value to all executors.
  ///
  /// @param <T> of the value
  public final <T> Broadcast<T> toExecutors(T value) {
    return RecordInput.toExecutors(documents.sparkSession(), value);
  }

  /// Rows of some texts.
  ///
  /// @param texts as in [RecordInput#TEXTS]
  public final Dataset<Row> rows(
      Dataset<Row> texts, Function2<Profile, Row, Row> maker, StructType schema) {
    JobProfile recipe = job.profile();
    MapFunction<Row, Row> make = text -> maker.call(recipe.build(), text);
    return texts.map(make, Encoders.row(schema));
  }

  /// The texts of some documents, which are read again: `number`, `text`.
  ///
  /// @param numbers `number`, each once
  public final Dataset<Row> texts(Dataset<Row> numbers) {
    return joined(input.texts(), numbers, numbers.count(), "inner").select("number", "text");
  }

  /// The texts of records that can be used: `number`, `text`.
  ///
  /// @param isRead a condition on `number`
  public final Dataset<Row> texts(String isRead) {
    return input.texts().where("fault IS NULL").where(isRead).select("number", "text");
  }

  /// The texts of all records but some, and of the reference, as in [RecordInput#TEXTS], without
  /// those that were rejected.
  ///
  /// @param numbers `number`
  /// @param size how many these are
  public final Dataset<Row> textsWithout(Dataset<Row> numbers, long size) {
    return joined(input.texts().where("fault IS NULL"), numbers, size, "left_anti");
  }

  /// The number of records, with those that were rejected.
  public final long records() {
    return records;
  }

  /// The number of records that cannot be used.
  public final long rejected() {
    return rejected;
  }

  /// The number of records of the reference, with those that were rejected.
  public final long referred() {
    return referred;
  }

  /// Whether the record of a number is none of the reference, in SQL.
  public final String isInput(String number) {
    return input.isInput(number);
  }

  /// The name of the file of the record of a number.
  public final Column file(String number) {
    return fileOf.apply(col(number));
  }

  /// The place of a `number` in its file.
  public static Column place() {
    return expr("number & " + ((1L << RecordInput.PLACE_BITS) - 1) + "L AS place");
  }

  /// Writes the records that cannot be used, with the reason and all that the input has of them.
  public final void writeRejected(String format) throws IOException {
    String isInput = input.isInput("number");
    writeRejected("rejected", format, input.input(), isInput, rejected);
    if (input.reference() != null) {
      String isReferred = "NOT " + isInput;
      writeRejected("rejected-reference", format, input.reference(), isReferred, referredRejected);
    }
  }

  private void writeRejected(String name, String format, RecordInput from, String isFrom, long size)
      throws IOException {
    if (size > 0) {
      Dataset<Row> faults =
          documents.where("fault IS NOT NULL").where(isFrom).select("number", "fault");
      job.folder()
          .output(
              name,
              "rejected records",
              format,
              joined(from.records(), faults, size, "inner")
                  .select(file("number").as("file"), place(), col("fault"), col("record")));
    }
  }

  /// Writes the records without some, in the format of the input. Their order in a file is kept if
  /// few are left out or have another text.
  ///
  /// @param without `number`
  /// @param size how many these are
  /// @param texts other texts of some records: `number`, `rest`; null without any
  /// @param annotation further values of some records, as [Annotation#of]; null without any
  /// @param annotated how many these are
  public final void writeRecords(
      Dataset<Row> without,
      long size,
      @Nullable Dataset<Row> texts,
      @Nullable Dataset<Row> annotation,
      long annotated)
      throws IOException {
    Dataset<Row> out =
        documents
            .where("fault IS NOT NULL")
            .where(input.isInput("number"))
            .select("number")
            .union(without.select("number"));
    Dataset<Row> kept = joined(input.input().records(), out, size + rejected, "left_anti");
    if (texts != null) {
      kept = input.input().replaced(kept.join(texts, "number", "left_outer"));
    }
    if (annotation != null) {
      kept =
          joined(kept, annotation, annotated, "left_outer")
              .withColumn("added", expr(Annotation.ADDED));
    }
    job.folder()
        .output("clean", "kept records", input.input().format(), input.input().content(kept));
  }

  /// Joins rows with others by `number`.
  ///
  /// @param size how many the others are
  private static Dataset<Row> joined(
      Dataset<Row> rows, Dataset<Row> others, long size, String kind) {
    return rows.join(size <= BROADCAST_NUMBERS ? broadcast(others) : others, "number", kind);
  }
}

package io.neardup.spark.corpus;

import static org.apache.spark.sql.functions.broadcast;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.get;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.shiftright;
import static org.apache.spark.sql.functions.udf;
import static org.apache.spark.sql.functions.when;

import io.neardup.spark.input.CorpusInput;
import io.neardup.spark.input.JobException;
import io.neardup.spark.input.RecordInput;
import java.io.IOException;
import java.util.List;
import org.apache.spark.api.java.JavaSparkContext;
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
  private static final long RECORDS_A_PARTITION = 1_000_000;
  private static final long MAX_PARTITIONS = 100_000;

  private final CorpusInput input;
  private final WorkFolder folder;
  private final JobProfile profile;
  private final Dataset<Row> documents;
  private final UserDefinedFunction fileOf;
  private final long records;
  private final long rejected;
  private final long referred;
  private final long referredRejected;

  /// Computes what a job needs of each text.
  ///
  /// @param maxRejected the most records that may be rejected
  /// @param computed what is computed, for Spark's UI
  /// @param schema of the rows that are made; with `number`, `id` and `fault`
  /// @throws JobException if more records are rejected
  public CorpusRecords(
      CorpusInput input,
      WorkFolder folder,
      JobProfile profile,
      long maxRejected,
      String computed,
      TextRows.Maker maker,
      StructType schema)
      throws IOException {
    if (input.files().size() > RecordInput.MAX_FILES) {
      throw new JobException(
          "there are "
              + input.files().size()
              + " files, more than "
              + RecordInput.MAX_FILES
              + "; divide --input");
    }
    this.input = input;
    this.folder = folder;
    this.profile = profile;
    this.documents =
        folder.stage(
            "documents",
            computed,
            () -> input.texts().map(new TextRows(profile, maker), Encoders.row(schema)));
    folder.describe("numbers of records");
    Row counts =
        documents
            .agg(
                count(when(input.isInput(), 1)),
                count(when(input.isInput(), col("fault"))),
                count(lit(1)),
                count(col("fault")))
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
    if (faults > maxRejected) {
      throw new JobException(
          faults
              + " records cannot be used, more than --max-rejected "
              + maxRejected
              + "; the first: "
              + firstFaults());
    }
    divide(documents.sparkSession(), records + referred);
    Broadcast<List<String>> files =
        JavaSparkContext.fromSparkContext(documents.sparkSession().sparkContext())
            .broadcast(input.files());
    UDF1<Long, String> path = number -> files.value().get(RecordInput.file(number));
    this.fileOf = udf(path, DataTypes.StringType);
  }

  /// Divides shuffles of large corpora into more partitions than the 200 of Spark, unless their
  /// number is configured.
  private static void divide(SparkSession spark, long records) {
    long partitions = Math.min(MAX_PARTITIONS, records / RECORDS_A_PARTITION);
    if (!spark.sparkContext().getConf().contains(PARTITIONS)
        && partitions > Long.parseLong(spark.conf().get(PARTITIONS))) {
      spark.conf().set(PARTITIONS, partitions);
    }
  }

  /// @throws JobException if no record of a file can be used as it does not have the columns
  private void requireColumns() throws IOException {
    folder.describe("files of which no record can be used");
    Column of = shiftright(col("number"), RecordInput.PLACE_BITS).cast("int");
    for (Row unused :
        documents
            .groupBy(of.as("of"))
            .agg(count(lit(1)).as("all"), count(col("fault")).as("faults"))
            .where(col("all").equalTo(col("faults")))
            .orderBy("of")
            .select("of")
            .takeAsList(MAX_CHECKED)) {
      String wrong = input.wrongColumn(unused.getInt(0));
      if (wrong != null) {
        throw new JobException(input.files().get(unused.getInt(0)) + ": " + wrong);
      }
    }
  }

  private String firstFaults() {
    Row fault = documents.where(col("fault").isNotNull()).orderBy("number").first();
    long number = fault.getLong(0);
    return RecordInput.name(input.files().get(RecordInput.file(number)), RecordInput.place(number))
        + ": "
        + fault.getAs("fault");
  }

  /// The records as they were made, and the reference.
  public final Dataset<Row> documents() {
    return documents;
  }

  /// How texts become tokens and fingerprints.
  public final JobProfile profile() {
    return profile;
  }

  /// The texts of some documents, which are read again: `number`, `text`.
  ///
  /// @param numbers `number`, each once
  public final Dataset<Row> texts(Dataset<Row> numbers) {
    return input
        .texts()
        .join(hinted(numbers, numbers.count()), seq("number"))
        .select("number", "text");
  }

  /// The texts of records that can be used: `number`, `text`.
  ///
  /// @param isRead a condition on `number`
  public final Dataset<Row> texts(Column isRead) {
    return input.texts().where(col("fault").isNull().and(isRead)).select("number", "text");
  }

  /// The texts of all records but some, and of the reference, as in [RecordInput#TEXTS], without
  /// those that were rejected.
  ///
  /// @param numbers `number`
  /// @param size how many these are
  public final Dataset<Row> textsWithout(Dataset<Row> numbers, long size) {
    return input
        .texts()
        .where(col("fault").isNull())
        .join(hinted(numbers, size), seq("number"), "left_anti");
  }

  /// Whether a record has a value in one of [io.neardup.spark.input.InputColumns#values()].
  final boolean hasValues(int column) {
    return !input.input().texts().where(get(col("values"), lit(column)).isNotNull()).isEmpty();
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

  /// The number of records of the reference that cannot be used.
  public final long referredRejected() {
    return referredRejected;
  }

  /// Whether the record of a number is none of the reference.
  public final Column isInput(Column number) {
    return input.isInput(number);
  }

  /// The name of the file of the record of a number.
  public final Column file(Column number) {
    return fileOf.apply(number);
  }

  /// The place of a `number` in its file.
  public static Column place() {
    return col("number").bitwiseAND(lit((1L << RecordInput.PLACE_BITS) - 1)).as("place");
  }

  /// Writes the records that cannot be used, with the reason and all that the input has of them.
  public final void writeRejected(String format) throws IOException {
    writeRejected("rejected", format, input.input(), input.isInput(), rejected);
    if (input.reference() != null) {
      writeRejected(
          "rejected-reference", format, input.reference(), not(input.isInput()), referredRejected);
    }
  }

  private void writeRejected(String name, String format, RecordInput from, Column isFrom, long size)
      throws IOException {
    if (size > 0) {
      Dataset<Row> faults =
          documents.where(col("fault").isNotNull().and(isFrom)).select("number", "fault");
      folder.output(
          name,
          "rejected records",
          format,
          from.records()
              .join(hinted(faults, size), "number")
              .select(file(col("number")).as("file"), place(), col("fault"), col("record")));
    }
  }

  /// Writes the records without some, in the format of the input. Their order in a file is kept if
  /// few are left out or have another text.
  ///
  /// @param without `number`
  /// @param size how many these are
  /// @param texts other texts of some records: `number`, `rest`; null without any
  /// @param annotation further values of some records: `number`, `added`; null without any
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
            .where(col("fault").isNotNull().and(input.isInput()))
            .select("number")
            .union(without.select("number"));
    Dataset<Row> kept =
        input.input().records().join(hinted(out, size + rejected), seq("number"), "left_anti");
    if (texts != null) {
      kept = input.input().replaced(kept.join(texts, seq("number"), "left_outer"));
    }
    if (annotation != null) {
      kept =
          kept.join(hinted(annotation, annotated), seq("number"), "left_outer")
              .withColumn("added", Annotation.orSingle(col("added")));
    }
    folder.output("clean", "kept records", input.input().format(), input.input().content(kept));
  }

  private static Dataset<Row> hinted(Dataset<Row> numbers, long size) {
    return size <= BROADCAST_NUMBERS ? broadcast(numbers) : numbers;
  }

  private static String[] seq(String name) {
    return new String[] {name};
  }
}

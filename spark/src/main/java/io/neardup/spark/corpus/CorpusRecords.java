package io.neardup.spark.corpus;

import static org.apache.spark.sql.functions.broadcast;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.shiftright;
import static org.apache.spark.sql.functions.udf;

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

  private final RecordInput input;
  private final WorkFolder folder;
  private final JobProfile profile;
  private final Dataset<Row> documents;
  private final Column file;
  private final long records;
  private final long rejected;

  /// Computes what a job needs of each text.
  ///
  /// @param maxRejected the most records that may be rejected
  /// @param computed what is computed, for Spark's UI
  /// @param schema of the rows that are made; with `number`, `id` and `fault`
  /// @throws JobException if more records are rejected
  public CorpusRecords(
      RecordInput input,
      WorkFolder folder,
      JobProfile profile,
      long maxRejected,
      String computed,
      TextRows.Maker maker,
      StructType schema)
      throws IOException {
    if (input.files().size() > RecordInput.MAX_FILES) {
      throw new JobException(
          "--input has "
              + input.files().size()
              + " files, more than "
              + RecordInput.MAX_FILES
              + "; divide it");
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
    Row counts = documents.agg(count(lit(1)), count(col("fault"))).first();
    this.records = counts.getLong(0);
    this.rejected = counts.getLong(1);
    if (rejected > 0) {
      requireColumns();
    }
    if (rejected > 0 && rejected == records) {
      throw new JobException("no record can be used; the first: " + firstFaults());
    }
    if (rejected > maxRejected) {
      throw new JobException(
          rejected
              + " records cannot be used, more than --max-rejected "
              + maxRejected
              + "; the first: "
              + firstFaults());
    }
    divide(documents.sparkSession(), records);
    Broadcast<List<String>> files =
        JavaSparkContext.fromSparkContext(documents.sparkSession().sparkContext())
            .broadcast(input.files());
    UDF1<Long, String> fileOf = number -> files.value().get(RecordInput.file(number));
    this.file = udf(fileOf, DataTypes.StringType).apply(col("number"));
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

  /// The records, as they were made.
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

  /// The texts of all records but some, as in [RecordInput#TEXTS], without those that were
  /// rejected.
  ///
  /// @param numbers `number`
  /// @param size how many these are
  public final Dataset<Row> textsWithout(Dataset<Row> numbers, long size) {
    return input
        .texts()
        .where(col("fault").isNull())
        .join(hinted(numbers, size), seq("number"), "left_anti");
  }

  /// The number of records, with those that were rejected.
  public final long records() {
    return records;
  }

  /// The number of records that cannot be used.
  public final long rejected() {
    return rejected;
  }

  /// The name of the file of a `number`.
  public final Column file() {
    return file;
  }

  /// The place of a `number` in its file.
  public static Column place() {
    return col("number").bitwiseAND(lit((1L << RecordInput.PLACE_BITS) - 1)).as("place");
  }

  /// Writes the records that cannot be used, with the reason and all that the input has of them.
  public final void writeRejected(String format) throws IOException {
    if (rejected > 0) {
      Dataset<Row> faults = documents.where(col("fault").isNotNull()).select("number", "fault");
      folder.output(
          "rejected",
          "rejected records",
          format,
          input
              .records()
              .join(hinted(faults, rejected), "number")
              .select(file.as("file"), place(), col("fault"), col("record")));
    }
  }

  /// Writes the records without some, in the format of the input. Their order in a file is kept if
  /// few are left out or have another text.
  ///
  /// @param without `number`
  /// @param size how many these are
  /// @param texts other texts of some records: `number`, `rest`; null without any
  public final void writeRecords(Dataset<Row> without, long size, @Nullable Dataset<Row> texts)
      throws IOException {
    Dataset<Row> out =
        documents.where(col("fault").isNotNull()).select("number").union(without.select("number"));
    Dataset<Row> kept =
        input.records().join(hinted(out, size + rejected), seq("number"), "left_anti");
    folder.output(
        "clean",
        "kept records",
        input.format(),
        input.content(
            texts == null ? kept : input.replaced(kept.join(texts, seq("number"), "left_outer"))));
  }

  private static Dataset<Row> hinted(Dataset<Row> numbers, long size) {
    return size <= BROADCAST_NUMBERS ? broadcast(numbers) : numbers;
  }

  private static String[] seq(String name) {
    return new String[] {name};
  }
}

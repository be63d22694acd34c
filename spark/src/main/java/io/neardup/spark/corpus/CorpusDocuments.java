package io.neardup.spark.corpus;

import static org.apache.spark.sql.functions.broadcast;
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

import io.neardup.options.Survivor;
import io.neardup.spark.input.JobException;
import io.neardup.spark.input.RecordInput;
import io.neardup.spark.pair.FingerprintBytes;
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
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.types.DataTypes;

/// The documents of a corpus, and the distinct fingerprints of them.
public final class CorpusDocuments {

  /// Numbers of that many records are sent to all executors, instead of sorting records by them.
  private static final long BROADCAST_NUMBERS = 4_000_000;

  private static final String PARTITIONS = "spark.sql.shuffle.partitions";
  private static final long RECORDS_A_PARTITION = 1_000_000;
  private static final long MAX_PARTITIONS = 100_000;

  private final RecordInput input;
  private final WorkFolder folder;
  private final JobProfile profile;
  private final Dataset<Row> documents;
  private final Dataset<Row> rows;
  private final Column file;
  private final long records;
  private final long rejected;
  private final long withoutFeatures;
  private final long fingerprints;

  /// Computes the fingerprints.
  ///
  /// @param survivor the document of a group to be kept
  /// @param maxRejected the most records that may be rejected
  /// @throws JobException if there are more
  public CorpusDocuments(
      RecordInput input, WorkFolder folder, JobProfile profile, Survivor survivor, long maxRejected)
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
            "fingerprints of texts",
            () ->
                input
                    .texts()
                    .mapPartitions(
                        new Fingerprinting(profile), Encoders.row(Fingerprinting.DOCUMENTS)));
    folder.describe("numbers of records");
    Row counts =
        documents
            .agg(
                count(lit(1)),
                count(col("fault")),
                coalesce(
                    sum(when(col("fault").isNull().and(col("fp").isNull()), 1).otherwise(0)),
                    lit(0L)))
            .first();
    this.records = counts.getLong(0);
    this.rejected = counts.getLong(1);
    this.withoutFeatures = counts.getLong(2);
    if (rejected > maxRejected) {
      throw new JobException(
          rejected
              + " records cannot be used, more than --max-rejected "
              + maxRejected
              + "; the first: "
              + firstFaults());
    }
    divide(documents.sparkSession(), records);
    this.rows =
        folder.stage(
            "distinct",
            "distinct fingerprints",
            () ->
                documents
                    .where(col("fp").isNotNull())
                    .withColumn("rank", rank(survivor))
                    .groupBy("fp")
                    .agg(
                        min("number").as("first"),
                        count(lit(1)).as("documents"),
                        min("rank").as("best")));
    folder.describe("number of distinct fingerprints");
    this.fingerprints = rows.count();
    Broadcast<List<String>> files =
        JavaSparkContext.fromSparkContext(documents.sparkSession().sparkContext())
            .broadcast(input.files());
    UDF1<Long, String> fileOf = number -> files.value().get(RecordInput.file(number));
    this.file = udf(fileOf, DataTypes.StringType).apply(col("number"));
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

  /// Divides shuffles of large corpora into more partitions than the 200 of Spark, unless their
  /// number is configured.
  private static void divide(SparkSession spark, long records) {
    long partitions = Math.min(MAX_PARTITIONS, records / RECORDS_A_PARTITION);
    if (!spark.sparkContext().getConf().contains(PARTITIONS)
        && partitions > Long.parseLong(spark.conf().get(PARTITIONS))) {
      spark.conf().set(PARTITIONS, partitions);
    }
  }

  private String firstFaults() {
    Row fault = documents.where(col("fault").isNotNull()).orderBy("number").first();
    long number = fault.getLong(0);
    return RecordInput.name(input.files().get(RecordInput.file(number)), RecordInput.place(number))
        + ": "
        + fault.getString(4);
  }

  /// The documents, as in [Fingerprinting#DOCUMENTS].
  public Dataset<Row> documents() {
    return documents;
  }

  /// How texts become fingerprints.
  JobProfile profile() {
    return profile;
  }

  /// The texts of some documents, which are read again: `number`, `text`.
  ///
  /// @param numbers `number`, each once
  Dataset<Row> texts(Dataset<Row> numbers) {
    return input
        .texts()
        .join(hinted(numbers, numbers.count()), seq("number"))
        .select("number", "text");
  }

  /// The distinct fingerprints: `fp`, `first` document, number of `documents`, `best`: the rank of
  /// the preferred document.
  public Dataset<Row> rows() {
    return rows;
  }

  /// The number of records, with those that were rejected.
  public long records() {
    return records;
  }

  /// The number of records that cannot be used.
  public long rejected() {
    return rejected;
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

  /// The name of the file of a `number`.
  public Column file() {
    return file;
  }

  /// The place of a `number` in its file.
  public static Column place() {
    return col("number").bitwiseAND(lit((1L << RecordInput.PLACE_BITS) - 1)).as("place");
  }

  /// The number of differing bits of two fingerprints.
  public static Column distance(Column a, Column b) {
    UDF2<byte[], byte[], Integer> distance = FingerprintBytes::distance;
    return udf(distance, DataTypes.IntegerType).apply(a, b);
  }

  /// Writes the records that cannot be used, with the reason and all that the input has of them.
  public void writeRejected(String format) throws IOException {
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
  /// few are left out.
  ///
  /// @param without `number`
  /// @param size how many these are
  public void writeRecords(Dataset<Row> without, long size) throws IOException {
    Dataset<Row> out =
        documents.where(col("fault").isNotNull()).select("number").union(without.select("number"));
    folder.output(
        "clean",
        "kept records",
        input.format(),
        input.content(
            input.records().join(hinted(out, size + rejected), seq("number"), "left_anti")));
  }

  private static Dataset<Row> hinted(Dataset<Row> numbers, long size) {
    return size <= BROADCAST_NUMBERS ? broadcast(numbers) : numbers;
  }

  private static String[] seq(String name) {
    return new String[] {name};
  }
}

package io.neardup.spark.input;

import static java.util.stream.Collectors.joining;
import static org.apache.spark.sql.catalyst.util.QuotingUtils.quoteIdentifier;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.udf;

import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkThrowable;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.catalyst.util.QuotingUtils;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/// The rows of Parquet files. The place of a record is the number of its row, from 0.
public final class ParquetRecords implements RecordInput {

  /// The lines of a message that show two different schemas.
  private static final int SCHEMA_LINES = 12;

  private final SparkSession spark;
  private final Dataset<Row> read;
  private final Column number;
  private final List<String> columns;
  private final List<String> files;
  private final InputColumns named;
  private final int first;

  /// @param first the number of the first file
  /// @throws JobException if the files cannot be read or do not have the columns
  public ParquetRecords(SparkSession spark, InputFiles input, InputColumns named, int first) {
    this.spark = spark;
    this.read = read(spark, input);
    this.columns = List.of(read.columns());
    this.named = named;
    this.first = first;
    this.files =
        Arrays.stream(read.inputFiles()).map(ParquetRecords::path).distinct().sorted().toList();
    String wrong = wrongColumn(read.schema());
    if (wrong != null) {
      throw new JobException(input + ": " + wrong);
    }
    Broadcast<Map<String, Integer>> known = RecordInput.numbers(spark, files, first);
    UDF2<String, Long, Long> numberOf =
        (uri, row) -> RecordInput.number(fileNumber(known.value(), path(uri)), row);
    Column place = read.metadataColumn("_metadata");
    this.number =
        udf(numberOf, DataTypes.LongType)
            .apply(place.getField("file_path"), place.getField("row_index"))
            .as("number");
  }

  /// All columns that a file has: by default, Spark takes those of one file.
  private static Dataset<Row> read(SparkSession spark, InputFiles input) {
    try {
      return spark
          .read()
          .option("mergeSchema", "true")
          .parquet(input.given().toArray(String[]::new));
    } catch (Exception e) {
      if (e instanceof SparkThrowable) {
        throw new JobException(
            input
                + " cannot be read as Parquet: "
                + String.valueOf(e.getMessage()).lines().limit(SCHEMA_LINES).collect(joining(" ")),
            e);
      }
      throw e;
    }
  }

  private static int fileNumber(Map<String, Integer> numbers, String path) {
    Integer number = numbers.get(path);
    if (number == null) {
      throw new JobException(path + ": appeared while the job ran; start again");
    }
    return number;
  }

  /// The path of a file, which Spark writes with one or three slashes and encoded.
  private static String path(String uri) {
    return new Path(URI.create(uri)).toString();
  }

  @Override
  public @Nullable String wrongColumn(String file) {
    return wrongColumn(spark.read().parquet(RecordInput.literal(file)).schema());
  }

  private @Nullable String wrongColumn(StructType schema) {
    String wrong = named.wrong(schema);
    for (String value : named.values()) {
      wrong = wrong == null ? InputColumns.wrong(schema, "--survivor", value, false) : wrong;
    }
    for (String column : schema.fieldNames()) {
      wrong =
          wrong == null && named.absent().stream().anyMatch(column::equalsIgnoreCase)
              ? "has a column '" + column + "' already; --columns names the added columns"
              : wrong;
    }
    return wrong;
  }

  @Override
  public List<String> files() {
    return files;
  }

  @Override
  public Dataset<Row> texts() {
    @Nullable String idName = named.id();
    List<String> names = files;
    int start = first;
    UDF1<Long, String> nameOf =
        record ->
            RecordInput.name(
                names.get(RecordInput.file(record) - start), RecordInput.place(record));
    Column id =
        idName == null
            ? udf(nameOf, DataTypes.StringType).apply(number)
            : expr("cast(" + quoteIdentifier(idName) + " AS string)");
    String values = named.values().stream().map(this::value).collect(joining(", "));
    String fault =
        String.format(
            Locale.ROOT,
            """
            CASE WHEN id IS NULL THEN 'the id is null'
              WHEN text IS NULL THEN 'the text is null'
              WHEN length(text) > %1$d THEN concat(
                'the text has ', length(text), ' characters, more than --max-text-chars %1$d')
              WHEN NOT is_valid_utf8(text) THEN 'the text is not UTF-8' END AS fault\
            """,
            named.maxChars());
    return read.select(
            number,
            id.as("id"),
            expr(quoteIdentifier(named.text()) + " AS text"),
            expr("cast(array(" + values + ") AS array<string>) AS values"))
        .selectExpr("*", fault)
        .selectExpr("number", "id", "if(fault IS NULL, text, null) AS text", "fault", "values");
  }

  /// A value as a string; a time with its zone.
  private String value(String name) {
    return read.schema().apply(name).dataType().equals(DataTypes.TimestampType)
        ? "date_format(" + quoteIdentifier(name) + ", \"yyyy-MM-dd'T'HH:mm:ss.SSSSSSXXX\")"
        : "cast(" + quoteIdentifier(name) + " AS string)";
  }

  @Override
  public Dataset<Row> records() {
    String all = columns.stream().map(QuotingUtils::quoteIdentifier).collect(joining(", "));
    return read.select(number, expr("struct(" + all + ") AS record"));
  }

  @Override
  public Dataset<Row> replaced(Dataset<Row> records) {
    String text = quoteIdentifier(named.text());
    return records.withColumn(
        "record", expr("record").withField(text, expr("coalesce(rest, record." + text + ")")));
  }

  @Override
  public Dataset<Row> content(Dataset<Row> records) {
    List<String> all = new ArrayList<>(List.of("record.*"));
    if (!named.absent().isEmpty()) {
      String[] added = ((StructType) records.schema().apply("added").dataType()).fieldNames();
      for (int i = 0; i < added.length; i++) {
        all.add("added." + added[i] + " AS " + quoteIdentifier(named.absent().get(i)));
      }
    }
    return records.selectExpr(all.toArray(String[]::new));
  }

  @Override
  public String format() {
    return "parquet";
  }
}

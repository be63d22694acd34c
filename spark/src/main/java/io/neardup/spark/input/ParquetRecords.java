package io.neardup.spark.input;

import static java.util.stream.Collectors.joining;
import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.date_format;
import static org.apache.spark.sql.functions.is_valid_utf8;
import static org.apache.spark.sql.functions.length;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.udf;
import static org.apache.spark.sql.functions.when;

import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.MapType;
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
  public @Nullable String wrongColumn(int file) {
    return wrongColumn(spark.read().parquet(RecordInput.literal(files.get(file))).schema());
  }

  private @Nullable String wrongColumn(StructType schema) {
    String wrong = wrongColumn(schema, "--text-column", named.text(), true);
    if (wrong == null && named.id() != null) {
      wrong = wrongColumn(schema, "--id-column", named.id(), false);
    }
    for (String value : named.values()) {
      wrong = wrong == null ? wrongColumn(schema, "--survivor", value, false) : wrong;
    }
    for (String column : schema.fieldNames()) {
      wrong =
          wrong == null && named.absent().stream().anyMatch(column::equalsIgnoreCase)
              ? "has a column '" + column + "' already; --columns names the added columns"
              : wrong;
    }
    return wrong;
  }

  private static @Nullable String wrongColumn(
      StructType schema, String option, String name, boolean text) {
    if (!List.of(schema.fieldNames()).contains(name)) {
      return option
          + " '"
          + name
          + "' is not a column; it has "
          + String.join(", ", schema.fieldNames());
    }
    DataType type = schema.apply(name).dataType();
    boolean nested =
        type instanceof StructType || type instanceof ArrayType || type instanceof MapType;
    if (nested || text && !type.equals(DataTypes.StringType)) {
      return option
          + " '"
          + name
          + "' must be a column of strings"
          + (text ? "" : " or numbers")
          + ", is one of "
          + type.simpleString();
    }
    return null;
  }

  @Override
  public List<String> files() {
    return files;
  }

  @Override
  public Dataset<Row> texts() {
    Column text = quoted(named.text());
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
            : quoted(idName).cast(DataTypes.StringType);
    Column tooLong = length(text).gt(named.maxChars());
    Column fault =
        when(id.isNull(), lit("the id is null"))
            .when(text.isNull(), lit("the text is null"))
            .when(
                tooLong,
                concat(
                    lit("the text has "),
                    length(text),
                    lit(" characters, more than --max-text-chars " + named.maxChars())))
            .when(not(is_valid_utf8(text)), lit("the text is not UTF-8"));
    Column[] values = named.values().stream().map(this::value).toArray(Column[]::new);
    return read.select(
        number,
        id.as("id"),
        when(fault.isNull(), text).as("text"),
        fault.as("fault"),
        array(values).cast("array<string>").as("values"));
  }

  /// A value as a string; a time with its zone.
  private Column value(String name) {
    return read.schema().apply(name).dataType().equals(DataTypes.TimestampType)
        ? date_format(quoted(name), "yyyy-MM-dd'T'HH:mm:ss.SSSSSSXXX")
        : quoted(name).cast(DataTypes.StringType);
  }

  private static Column quoted(String name) {
    return col(name(name));
  }

  private static String name(String column) {
    return "`" + column.replace("`", "``") + "`";
  }

  @Override
  public Dataset<Row> records() {
    Column[] all = columns.stream().map(ParquetRecords::quoted).toArray(Column[]::new);
    return read.select(number, struct(all).as("record"));
  }

  @Override
  public Dataset<Row> replaced(Dataset<Row> records) {
    Column text = col("record").getField(named.text());
    return records.withColumn(
        "record", col("record").withField(name(named.text()), coalesce(col("rest"), text)));
  }

  @Override
  public Dataset<Row> content(Dataset<Row> records) {
    if (named.absent().isEmpty()) {
      return records.select("record.*");
    }
    String[] added = ((StructType) records.schema().apply("added").dataType()).fieldNames();
    List<Column> all = new ArrayList<>(List.of(col("record.*")));
    for (int i = 0; i < named.absent().size(); i++) {
      all.add(col("added").getField(added[i]).as(named.absent().get(i)));
    }
    return records.select(all.toArray(Column[]::new));
  }

  @Override
  public String format() {
    return "parquet";
  }
}

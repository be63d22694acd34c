package io.neardup.spark.input;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.is_valid_utf8;
import static org.apache.spark.sql.functions.length;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.udf;
import static org.apache.spark.sql.functions.when;

import java.net.URI;
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

  private final Dataset<Row> read;
  private final Column number;
  private final List<String> columns;
  private final List<String> files;
  private final InputColumns named;

  /// @throws JobException if the files cannot be read or do not have the columns
  public ParquetRecords(SparkSession spark, List<String> input, InputColumns named) {
    this.read = read(spark, input);
    this.columns = List.of(read.columns());
    this.named = named;
    this.files =
        Arrays.stream(read.inputFiles()).map(ParquetRecords::path).distinct().sorted().toList();
    requireColumn("--text-column", named.text(), true);
    if (named.id() != null) {
      requireColumn("--id-column", named.id(), false);
    }
    Broadcast<Map<String, Integer>> known = RecordInput.numbers(spark, files);
    UDF2<String, Long, Long> numberOf =
        (uri, row) -> RecordInput.number(fileNumber(known.value(), path(uri)), row);
    Column place = read.metadataColumn("_metadata");
    this.number =
        udf(numberOf, DataTypes.LongType)
            .apply(place.getField("file_path"), place.getField("row_index"))
            .as("number");
  }

  /// All columns that a file has: by default, Spark takes those of one file.
  private static Dataset<Row> read(SparkSession spark, List<String> input) {
    try {
      return spark.read().option("mergeSchema", "true").parquet(input.toArray(String[]::new));
    } catch (Exception e) {
      if (e instanceof SparkThrowable) {
        throw new JobException(
            "--input "
                + String.join(" ", input)
                + " cannot be read as Parquet: "
                + JobException.firstLine(e),
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

  private void requireColumn(String option, String name, boolean text) {
    if (!columns.contains(name)) {
      throw new JobException(
          option
              + " '"
              + name
              + "' is not a column of the input; it has "
              + String.join(", ", columns));
    }
    DataType type = read.schema().apply(name).dataType();
    if (text && !type.equals(DataTypes.StringType)) {
      throw new JobException(
          option + " '" + name + "' must be a column of strings, is one of " + type.simpleString());
    }
    if (type instanceof StructType || type instanceof ArrayType || type instanceof MapType) {
      throw new JobException(
          option
              + " '"
              + name
              + "' must be a column of strings or numbers, is one of "
              + type.simpleString());
    }
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
    UDF1<Long, String> nameOf =
        record -> RecordInput.name(names.get(RecordInput.file(record)), RecordInput.place(record));
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
    return read.select(
        number, id.as("id"), when(fault.isNull(), text).as("text"), fault.as("fault"));
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
    return records.select("record.*");
  }

  @Override
  public String format() {
    return "parquet";
  }
}

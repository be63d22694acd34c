package io.neardup.spark.input;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.element_at;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.length;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.split;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.udf;
import static org.apache.spark.sql.functions.when;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.jspecify.annotations.Nullable;

/// The rows of Parquet files. The place of a record is the number of its row, from 0.
public final class ParquetRecords implements RecordInput {

  private final Dataset<Row> rows;
  private final List<String> columns;
  private final List<String> files;
  private final InputColumns named;

  /// @throws JobException if the files cannot be read or do not have the columns
  public ParquetRecords(SparkSession spark, List<String> input, InputColumns named) {
    Dataset<Row> read;
    try {
      read = spark.read().parquet(input.toArray(String[]::new));
      columns = List.of(read.columns());
    } catch (Exception e) {
      if (e instanceof AnalysisException) {
        throw new JobException(
            "--input " + String.join(" ", input) + " cannot be read as Parquet: " + e.getMessage(),
            e);
      }
      throw e;
    }
    this.named = named;
    this.files = Arrays.stream(read.inputFiles()).distinct().sorted().toList();
    requireColumn(read, "--text-column", named.text(), true);
    if (named.id() != null) {
      requireColumn(read, "--id-column", named.id(), false);
    }
    Map<String, Integer> numbers = new HashMap<>();
    for (int file = 0; file < files.size(); file++) {
      numbers.put(normal(files.get(file)), file);
    }
    Broadcast<Map<String, Integer>> known =
        JavaSparkContext.fromSparkContext(spark.sparkContext()).broadcast(numbers);
    UDF1<String, Integer> fileNumber = path -> number(known.value(), path);
    Column number =
        expr("shiftleft(cast(_file as bigint), " + PLACE_BITS + ")")
            .bitwiseOR(col("_metadata.row_index"));
    this.rows =
        read.withColumn(
                "_file", udf(fileNumber, DataTypes.IntegerType).apply(col("_metadata.file_path")))
            .withColumn("_number", number)
            .withColumn("_path", col("_metadata.file_path"))
            .withColumn("_row", col("_metadata.row_index"));
  }

  private static int number(Map<String, Integer> numbers, String path) {
    Integer number = numbers.get(normal(path));
    if (number == null) {
      throw new JobException(path + ": appeared while the job ran; start again");
    }
    return number;
  }

  /// One form of a path: Spark writes it with one or three slashes, and encoded or not.
  private static String normal(String path) {
    String decoded =
        path.indexOf('%') < 0
            ? path
            : URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.UTF_8);
    return decoded.replaceFirst("^([a-z0-9]+):/+", "$1:/");
  }

  private void requireColumn(Dataset<Row> read, String option, String name, boolean text) {
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
  }

  @Override
  public List<String> files() {
    return files;
  }

  @Override
  public Dataset<Row> texts() {
    Column text = quoted(named.text());
    @Nullable String idName = named.id();
    Column id =
        idName == null
            ? concat(element_at(split(col("_path"), "/"), lit(-1)), lit("#"), col("_row"))
            : quoted(idName).cast(DataTypes.StringType);
    Column tooLong = length(text).gt(named.maxChars());
    return rows.select(
        col("_number").as("number"),
        id.as("id"),
        when(tooLong, lit(null)).otherwise(text).as("text"),
        when(id.isNull(), lit("the id is null"))
            .when(text.isNull(), lit("the text is null"))
            .when(
                tooLong,
                concat(
                    lit("the text has "),
                    length(text),
                    lit(" characters, more than --max-text-chars " + named.maxChars())))
            .as("fault"));
  }

  private static Column quoted(String name) {
    return col("`" + name.replace("`", "``") + "`");
  }

  @Override
  public Dataset<Row> records() {
    Column[] all = columns.stream().map(ParquetRecords::quoted).toArray(Column[]::new);
    return rows.select(col("_number").as("number"), struct(all).as("record"));
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

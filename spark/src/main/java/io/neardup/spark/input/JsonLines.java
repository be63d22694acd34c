package io.neardup.spark.input;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.udf;

import io.neardup.records.FieldReader;
import io.neardup.records.JsonFields;
import io.neardup.records.MoreFields;
import io.neardup.records.RecordFault;
import io.neardup.records.RecordFields;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.Function3;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.rdd.InputFileBlockHolder;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/// Files with a JSON object on each line. The place of a record is the byte at which its line
/// begins, after decompression. Lines are copied as they are.
public final class JsonLines implements RecordInput {

  private static final StructType RECORDS =
      StructType.fromDDL("number BIGINT NOT NULL, record STRING NOT NULL");

  /// The number of lines from which the fields of a file are inferred.
  private static final int SAMPLED = 100;

  private final SparkSession spark;
  private final Configuration configuration;
  private final List<String> files;
  private final Broadcast<Map<String, Integer>> numbers;
  private final InputColumns named;

  /// @param first the number of the first file
  /// @throws JobException if there are no files
  public JsonLines(SparkSession spark, InputFiles input, InputColumns named, int first)
      throws IOException {
    this.spark = spark;
    this.named = named;
    this.configuration = input.configuration();
    this.files = input.paths();
    this.numbers = RecordInput.numbers(spark, files, first);
  }

  @Override
  public List<String> files() {
    return files;
  }

  @Override
  public @Nullable String wrongColumn(String file) throws IOException {
    List<String> path = List.of(RecordInput.literal(file));
    JsonLines alone = new JsonLines(spark, new InputFiles(configuration, "", path), named, 0);
    StructType fields =
        spark
            .read()
            .option("mode", "DROPMALFORMED")
            .json(alone.records().select("record").limit(SAMPLED).as(Encoders.STRING()))
            .schema();
    return fields.isEmpty() ? null : named.wrong(fields); // of none, nothing is JSON
  }

  @Override
  public Dataset<Row> texts() {
    InputColumns columns = named;
    return spark.createDataFrame(
        rows((number, file, line) -> text(columns, number, file, line)), TEXTS);
  }

  @Override
  public Dataset<Row> records() {
    Function3<Long, String, Text, Row> whole =
        (number, file, line) ->
            RowFactory.create(
                number, new String(line.getBytes(), 0, line.getLength(), StandardCharsets.UTF_8));
    return spark.createDataFrame(rows(whole), RECORDS);
  }

  private static Row text(InputColumns columns, long number, String file, Text line) {
    String id = columns.id() == null ? RecordInput.name(file, RecordInput.place(number)) : null;
    try {
      if (line.getLength() > FieldReader.MAX_RECORD_BYTES) {
        throw new RecordFault(0, "is longer than " + (FieldReader.MAX_RECORD_BYTES >> 20) + " MiB");
      }
      RecordFields fields = fields(columns).read(line.getBytes(), 0, line.getLength());
      id = id == null ? fields.id() : id;
      if (id == null) {
        throw new RecordFault(0, "has no id in field '" + columns.id() + "'");
      }
      int chars = fields.text().codePointCount(0, fields.text().length());
      if (chars > columns.maxChars()) {
        throw new RecordFault(
            0,
            "the text has "
                + chars
                + " characters, more than --max-text-chars "
                + columns.maxChars());
      }
      return RowFactory.create(number, id, fields.text(), null, values(columns, line));
    } catch (RecordFault fault) {
      return RowFactory.create(number, id, null, fault.getMessage(), new String[0]);
    }
  }

  private static String[] values(InputColumns columns, Text line) {
    return columns.values().stream()
        .map(name -> value(new JsonFields(columns.text(), name, "convert the file"), line))
        .toArray(String[]::new);
  }

  private static @Nullable String value(JsonFields fields, Text line) {
    try {
      return fields.read(line.getBytes(), 0, line.getLength()).id();
    } catch (RecordFault fault) {
      return null; // such as an object
    }
  }

  private static JsonFields fields(InputColumns columns) {
    return new JsonFields(
        List.of(columns.text()),
        "\n",
        columns.id(),
        Set.copyOf(columns.absent()),
        "convert the file");
  }

  @Override
  public Dataset<Row> replaced(Dataset<Row> records) {
    InputColumns columns = named;
    UDF2<String, String, String> replaced =
        (record, rest) -> {
          byte[] line = record.getBytes(StandardCharsets.UTF_8);
          return rest == null
              ? record
              : new String(
                  fields(columns).replaceText(line, 0, line.length, rest), StandardCharsets.UTF_8);
        };
    return records.withColumn(
        "record", udf(replaced, DataTypes.StringType).apply(col("record"), col("rest")));
  }

  @Override
  public Dataset<Row> content(Dataset<Row> records) {
    List<String> names = named.absent();
    UDF2<String, Row, String> annotated = (record, added) -> annotated(record, names, added);
    return names.isEmpty()
        ? records.select(col("record").as("value"))
        : records.select(
            udf(annotated, DataTypes.StringType).apply(col("record"), col("added")).as("value"));
  }

  private static String annotated(String record, List<String> names, Row added) {
    byte[] line = record.getBytes(StandardCharsets.UTF_8);
    List<@Nullable Object> values = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      values.add(added.get(i));
    }
    MoreFields more = MoreFields.of(line, 0, line.length, names, values);
    return new String(line, 0, more.at(), StandardCharsets.UTF_8)
        + more.json()
        + new String(line, more.at(), line.length - more.at(), StandardCharsets.UTF_8);
  }

  @Override
  public String format() {
    return "text";
  }

  private JavaRDD<Row> rows(Function3<Long, String, Text, Row> reader) {
    Broadcast<Map<String, Integer>> known = numbers;
    return JavaSparkContext.fromSparkContext(spark.sparkContext())
        .newAPIHadoopRDD(configuration, LineInputFormat.class, LongWritable.class, Text.class)
        .flatMap(line -> {
          String file = InputFileBlockHolder.getInputFilePath().toString();
          Integer number = known.value().get(file);
          return number == null // it appeared while the job ran
              ? Collections.emptyIterator()
              : List.of(reader.call(RecordInput.number(number, line._1().get()), file, line._2()))
                  .iterator();
        });
  }
}
